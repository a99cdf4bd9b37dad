//! `lariat serve`: a page for learners and teachers, on this machine only.
//!
//! The server computes nothing itself.  Every question becomes a command line of this very program, run in a process of its
//! own: a question that takes too long, takes too much memory, crashes or is no longer wanted costs that process only.

mod ask;
mod child;
mod door;
mod examples;
mod guard;
mod respond;

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};

use crate::exit::Exit;
use crate::limits::{duration, size};
pub(crate) use child::end_with_server;
use door::{Door, Visit};
use respond::Server;

/// Arguments of `lariat serve`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  lariat serve                                      # then open http://127.0.0.1:7357/
  lariat serve --port 0 --timeout 1m --memory 4G    # on any free port, for longer questions

Only programs on this machine can reach the page. Ctrl-C stops the server.")]
pub(crate) struct Args {
    /// The port to serve on; 0 picks any free port
    #[arg(long, value_name = "N", default_value_t = 7357)]
    port: u16,

    /// Give up on a question after this long, for example 500ms, 60s or 5m
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "10s")]
    timeout: Duration,

    /// Give up on a question that takes this much memory, for example 500M or 4G (GiB)
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "1G")]
    memory: u64,
}

/// How long a client may take over the head or the body of a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves until Ctrl-C.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the server")?;
    runtime.block_on(async {
        let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
        let listener = TcpListener::bind(wanted).await.with_context(|| {
            format!(
                "cannot serve on port {}, choose another one with --port",
                args.port
            )
        })?;
        let address = listener.local_addr()?;
        writeln!(out, "Lariat is at http://{address}/ until Ctrl-C.")?;
        out.flush()?;
        // What fails while one request is answered ends that request, not the server.
        std::panic::set_hook(Box::new(|fault| eprintln!("internal error: {fault}")));
        let server = Arc::new(Server::new(address, args.timeout, args.memory)?);
        tokio::select! {
            () = accept_all(listener, server) => unreachable!("it accepts for ever"),
            asked = asked_to_end() => asked,
        }
    })
}

/// Answers whoever connects, each in a task of its own.
async fn accept_all(listener: TcpListener, server: Arc<Server>) {
    let door = Door::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of file descriptors, say: some will be free again.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let visit = door.enter().await;
        let server = Arc::clone(&server);
        tokio::spawn(async move {
            tokio::select! {
                // A client that goes away has no complaint.
                _ = talk(stream, server, &visit) => {}
                () = visit.shown_out() => {}
            }
        });
    }
}

/// Answers the requests of one client until it goes away; what is computed for it ends then, too.
async fn talk(stream: TcpStream, server: Arc<Server>, visit: &Visit) -> Result<()> {
    let stream = stream.into_std()?;
    let twin = TcpStream::from_std(stream.try_clone()?)?;
    let stream = TokioIo::new(TcpStream::from_std(stream)?);
    let service = service_fn(|request| Arc::clone(&server).answer(request, visit));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
    tokio::select! {
        served = http.serve_connection(stream, service) => Ok(served?),
        gone = hang_up(&twin) => gone,
    }
}

/// Ends when a client has closed its connection.  Hyper does not look while it waits for the answer to a last request.
async fn hang_up(stream: &TcpStream) -> Result<()> {
    while stream.peek(&mut [0]).await? > 0 {
        // There is more to read, which is not for us.
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

#[cfg(unix)]
async fn asked_to_end() -> Result<Exit> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminated = signal(SignalKind::terminate())?;
    tokio::select! {
        pressed = tokio::signal::ctrl_c() => pressed?,
        _ = terminated.recv() => {}
    }
    Ok(Exit::Interrupted)
}

#[cfg(not(unix))]
async fn asked_to_end() -> Result<Exit> {
    tokio::signal::ctrl_c().await?;
    Ok(Exit::Interrupted)
}
