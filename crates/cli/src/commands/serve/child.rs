//! A computation in a process of its own, which ends when nobody wants it any more.
//!
//! Dropping the future ends the process: that happens when the client closes the connection.  A server that is killed drops nothing;
//! so a process that has no input to read watches its standard input, which then comes to an end.  What reads its input has
//! a limit in time of its own.

use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use lariat_budget::memory;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

use super::ask::CommandLine;
use crate::exit::Exit;

/// What a computation may take.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) time: Duration,
    pub(super) memory: u64,
}

/// How a computation ended.
pub(super) enum End {
    /// By itself, with what it wrote to standard output and to standard error.
    Own {
        status: ExitStatus,
        output: String,
        messages: String,
    },
    /// It was stopped, for this reason.
    Stopped(String),
}

/// Set for a process that ends with its standard input.
const TETHERED: &str = "LARIAT_TETHERED";

/// Ends this process with the server that started it, if one did.
pub(crate) fn end_with_server() {
    if std::env::var_os(TETHERED).is_some() {
        std::thread::spawn(|| {
            let _ = io::copy(&mut io::stdin(), &mut io::sink());
            std::process::exit(i32::from(Exit::Interrupted.code()));
        });
    }
}

/// A process that does not outlive the interest in it.
struct Kept(Option<Child>);

impl Drop for Kept {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            // Waits for its end, too: nobody else would.
            tokio::spawn(async move { child.kill().await });
        }
    }
}

/// A longer answer is not shown.
const LONGEST_OUTPUT: u64 = 32 << 20;
/// Of what a process writes to standard error, this much is shown.
const LONGEST_MESSAGES: u64 = 64 << 10;
/// How often the memory of a process is read.
const BETWEEN_READINGS: Duration = Duration::from_millis(20);

/// Runs a command line of this program.
pub(super) async fn run(command: &CommandLine, limits: Limits) -> Result<End> {
    let program = std::env::current_exe().context("cannot find the program itself")?;
    let tether = command.input.is_none().then_some((TETHERED, "1"));
    let child = Command::new(program)
        .args(&command.arguments)
        .envs(tether)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .context("cannot start a process")?;
    let process = child.id();
    let mut kept = Kept(Some(child));
    let child = kept.0.as_mut().context("it is kept until the end")?;
    Ok(End::Stopped(tokio::select! {
        ended = finish(child, command.input.as_deref()) => match ended {
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                format!("the answer is longer than {} MiB", LONGEST_OUTPUT >> 20)
            }
            ended => return ended.context("cannot read what a process writes"),
        },
        () = tokio::time::sleep(limits.time + command.grace) => {
            format!("the time limit of {:?} was reached", limits.time)
        }
        () = outgrow(process, limits.memory) => {
            format!("the memory limit of {} MiB was reached", limits.memory >> 20)
        }
    }))
}

/// Waits for the end of a process while it reads its input and writes its answer.
async fn finish(child: &mut Child, input: Option<&str>) -> io::Result<End> {
    let stdin = input.and_then(|_| child.stdin.take());
    let feed = feed(stdin, input.unwrap_or_default());
    let (output, messages) = (output(child.stdout.take()), messages(child.stderr.take()));
    let ((), output, messages) = tokio::try_join!(feed, output, messages)?;
    Ok(End::Own {
        status: child.wait().await?,
        output,
        messages,
    })
}

async fn feed(stdin: Option<ChildStdin>, input: &str) -> io::Result<()> {
    if let Some(mut stdin) = stdin {
        // A process need not read all of its input.
        let _ = stdin.write_all(input.as_bytes()).await;
    }
    Ok(())
}

async fn output(stdout: Option<ChildStdout>) -> io::Result<String> {
    match read(stdout, LONGEST_OUTPUT).await? {
        (output, None) => Ok(output),
        (_, Some(_)) => Err(io::ErrorKind::FileTooLarge.into()),
    }
}

async fn messages(stderr: Option<ChildStderr>) -> io::Result<String> {
    let (mut messages, more) = read(stderr, LONGEST_MESSAGES).await?;
    if let Some(mut more) = more {
        tokio::io::copy(&mut more, &mut tokio::io::sink()).await?;
        messages += "…\n";
    }
    Ok(messages)
}

/// What can be read up to a limit, and the reader if there may be more.
async fn read<R: AsyncRead + Unpin>(
    reader: Option<R>,
    most: u64,
) -> io::Result<(String, Option<R>)> {
    let Some(reader) = reader else {
        return Ok((String::new(), None));
    };
    let (mut bytes, mut reader) = (Vec::new(), reader.take(most));
    reader.read_to_end(&mut bytes).await?;
    let may_go_on = reader.limit() == 0;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok((text, may_go_on.then(|| reader.into_inner())))
}

/// Ends when a process takes more than this many bytes; never where the system does not tell.
async fn outgrow(process: Option<u32>, most: u64) {
    loop {
        tokio::time::sleep(BETWEEN_READINGS).await;
        let taken = process.and_then(memory::resident_in);
        if taken.is_some_and(|bytes| bytes > most) {
            return;
        }
    }
}
