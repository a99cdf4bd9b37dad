//! Native code for a program, made by Cranelift when the program is loaded.
//!
//! Each process becomes a function that appends its steps; the propositions become one more
//! function.  Steps come in the interpreter's order.  What fails is left to the interpreter: a
//! function that meets a failing step gives up, and the whole state is done again by
//! interpretation.  So native code knows nothing of errors, and the interpreter says what happened.

#![allow(unsafe_code)]

mod expression;
mod inside;
mod memory;
mod operand;
mod process;
mod step;

use cranelift_codegen::Context;
use cranelift_codegen::ir::{AbiParam, InstBuilder, Signature, Value, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, ModuleError};

use lariat_automata::Letter;
use lariat_model::{Step, Successors};

use crate::{Code, Communication, Obstacle, Program, Propositions, Transport};
use expression::{Emitter, plain};
use memory::Memory;
use process::ProcessEmitter;

/// Where the next target and the next step go.
#[repr(C)]
struct Cursor {
    target: *mut u32,
    step: *mut Step,
}

/// Appends the steps of a process; 1 if one of them fails.
type ProcessFunction = unsafe extern "C" fn(*const u32, *mut Cursor, u32) -> u32;
/// Writes which propositions hold, 64 to a block; 1 if the evaluation of one fails.
type LetterFunction = unsafe extern "C" fn(*const u32, *mut u64) -> u32;

/// More successors of one state than this are left to the interpreter.
const MOST_SUCCESSORS: u64 = 1 << 16;
/// Programs of more instructions than this are left to the interpreter: compiling them would take
/// too long.
const MOST_INSTRUCTIONS: u64 = 1 << 16;

/// The native code of a program and of the propositions that are watched.
pub struct NativeCode {
    /// The words of a state.
    width: usize,
    processes: Vec<ProcessFunction>,
    letter: Option<LetterFunction>,
    /// Whether some location is committed.
    has_committed: bool,
    /// No state has more successors than this.
    most_successors: usize,
    /// Blocks of 64 propositions.
    letter_blocks: usize,
    /// What the code reads: constant arrays.
    _tables: Box<[i32]>,
    module: Option<JITModule>,
}

// SAFETY: after construction nothing of the module is changed, and the code it holds writes only
// to what its callers hand over; so it can be moved to and called from any thread.
unsafe impl Send for NativeCode {}
// SAFETY: as above.
unsafe impl Sync for NativeCode {}

impl Drop for NativeCode {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the only pointers to the code are the function pointers in `self`, which
            // private methods call and nobody copies; they die with it.
            unsafe { module.free_memory() }
        }
    }
}

impl NativeCode {
    /// Compiles a program with the propositions that are watched.
    ///
    /// # Errors
    /// When the program can only be interpreted.
    pub fn compile(program: &Program, propositions: &Propositions) -> Result<Self, Obstacle> {
        let propositions: Vec<Code> = propositions.iter().collect();
        if program.synchronous {
            return Err(Obstacle::Synchronous);
        }
        if !inside::keeps_inside(program, &propositions) {
            return Err(Obstacle::OutsideState);
        }
        let size = Size::of(program, &propositions);
        if size.successors > MOST_SUCCESSORS || size.instructions > MOST_INSTRUCTIONS {
            return Err(Obstacle::TooLarge);
        }
        let tables = Box::<[i32]>::from(program.expressions.tables());
        let mut compiler = Compiler::new(program, tables.as_ptr())?;
        let system = 0..program.system_processes();
        let active: Vec<usize> = system.filter(|&p| process::is_active(program, p)).collect();
        let functions = active
            .into_iter()
            .map(|process| compiler.process(process))
            .collect::<Result<Vec<FuncId>, _>>()?;
        let letter = match propositions[..] {
            [] => None,
            _ => Some(compiler.letter(&propositions)?),
        };
        let mut module = compiler.module;
        module.finalize_definitions().map_err(refused)?;
        let address = |function| module.get_finalized_function(function);
        // SAFETY: the functions were declared with these signatures and the host's calling
        // convention, and their code has been finalized.
        let processes = functions.into_iter().map(|function| unsafe {
            std::mem::transmute::<*const u8, ProcessFunction>(address(function))
        });
        let letter = letter.map(|function| {
            // SAFETY: as above.
            unsafe { std::mem::transmute::<*const u8, LetterFunction>(address(function)) }
        });
        Ok(Self {
            width: program.width,
            processes: processes.collect(),
            letter,
            has_committed: program.has_committed(),
            most_successors: size.successors as usize,
            letter_blocks: propositions.len().div_ceil(64),
            _tables: tables,
            module: Some(module),
        })
    }

    /// Appends the steps of a state of the program that this is the code of; false, with `out` as
    /// before, if one of them fails.
    pub fn successors(&self, program: &Program, state: &[u32], out: &mut Successors) -> bool {
        let committed =
            self.has_committed && program.is_committed(state, program.system_processes());
        let width = self.width;
        assert_eq!(state.len(), width, "a state has the program's width");
        out.states.reserve(self.most_successors * width);
        out.steps.reserve(self.most_successors);
        let first = out.steps.len();
        let mut cursor = Cursor {
            target: out.states.spare_capacity_mut().as_mut_ptr().cast(),
            step: out.steps.spare_capacity_mut().as_mut_ptr().cast(),
        };
        for function in &self.processes {
            // SAFETY: `state` is as wide as the program says; the cursor points to room for
            // `most_successors` targets and steps, and the code appends no more than that.
            let failed = unsafe { function(state.as_ptr(), &raw mut cursor, u32::from(committed)) };
            if failed != 0 {
                return false;
            }
        }
        // SAFETY: the code has moved the cursor over steps that it has written, within the spare
        // capacity of `steps`, and over as many targets within that of `states`.
        unsafe {
            let count = cursor.step.offset_from(out.steps.as_ptr()) as usize - first;
            out.steps.set_len(first + count);
            out.states.set_len(out.states.len() + count * width);
        }
        true
    }

    /// Adds the propositions that hold to a letter; false, with the letter as before, if the
    /// evaluation of one fails.
    pub fn letter(&self, state: &[u32], letter: &mut Letter) -> bool {
        assert_eq!(state.len(), self.width, "a state has the program's width");
        let Some(function) = self.letter else {
            return true;
        };
        let mut few = [0; 2];
        let mut many = Vec::new();
        let blocks = match self.letter_blocks {
            0..=2 => &mut few[..],
            blocks => {
                many.resize(blocks, 0);
                &mut many[..]
            }
        };
        // SAFETY: `state` is as wide as the program says, and `blocks` has a bit for each
        // proposition.
        let failed = unsafe { function(state.as_ptr(), blocks.as_mut_ptr()) } != 0;
        if failed {
            return false;
        }
        for (number, &block) in blocks.iter().enumerate() {
            let mut rest = block;
            while rest != 0 {
                letter.insert(number * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
        true
    }
}

fn refused(error: ModuleError) -> Obstacle {
    Obstacle::Refused(error.to_string())
}

/// How large the code will be.
struct Size {
    /// The most successors of one state.
    successors: u64,
    instructions: u64,
}

impl Size {
    fn of(program: &Program, propositions: &[Code]) -> Self {
        let mut size = Self {
            successors: 0,
            instructions: 0,
        };
        let length = |code: &Code| u64::from(code.end - code.start);
        for process in program.system() {
            let most = process.locations.iter().map(|location| {
                let outgoing = location.outgoing.iter();
                outgoing
                    .map(|&number| size.add_transition(program, number))
                    .sum()
            });
            size.successors += most.max().unwrap_or(0_u64);
        }
        size.instructions += propositions.iter().map(length).sum::<u64>();
        size
    }

    /// Counts the code of a transition's steps; gives the most steps that it takes in one state.
    fn add_transition(&mut self, program: &Program, number: u32) -> u64 {
        let transition = &program.transitions[number as usize];
        let copy = program.width as u64 / 4 + 4;
        let own = copy + weight(program, number);
        let Communication::Send { channel, .. } = transition.communication else {
            self.instructions += own;
            return 1;
        };
        let channel = &program.channels[channel as usize];
        if let Transport::Buffered(_) = channel.transport {
            self.instructions += own;
            return 1;
        }
        let mut steps = 0;
        for &process in channel
            .receivers
            .iter()
            .filter(|&&p| p != transition.process)
        {
            let locations = program.processes[process as usize].locations.iter();
            let mut most = 0;
            for location in locations {
                let mut here = 0;
                for &partner in &location.outgoing {
                    let receiver = &program.transitions[partner as usize];
                    if matches!(receiver.communication, Communication::Receive { channel: other, .. }
                        if matches!(transition.communication, Communication::Send { channel, .. } if channel == other))
                    {
                        here += 1;
                        self.instructions += own + weight(program, partner);
                    }
                }
                most = most.max(here);
            }
            steps += most;
        }
        steps
    }
}

/// The instructions of a transition's expressions, and a few for each effect.
fn weight(program: &Program, number: u32) -> u64 {
    let transition = &program.transitions[number as usize];
    let length = |code: Code| u64::from(code.end - code.start);
    let buffer = match transition.communication {
        Communication::Receive { channel, .. } | Communication::Send { channel, .. } => {
            match &program.channels[channel as usize].transport {
                Transport::Buffered(buffer) => u64::from(buffer.capacity * buffer.stride) / 4,
                Transport::Handshake { .. } => 0,
            }
        }
        Communication::None => 0,
    };
    let effects = transition
        .effects
        .iter()
        .map(|effect| 4 + length(effect.value));
    buffer + transition.guard.map_or(0, length) + effects.sum::<u64>()
}

/// The state of a compilation.
struct Compiler<'p> {
    program: &'p Program,
    tables: *const i32,
    module: JITModule,
    context: Context,
    builder_context: FunctionBuilderContext,
}

impl<'p> Compiler<'p> {
    fn new(program: &'p Program, tables: *const i32) -> Result<Self, Obstacle> {
        let refused = |what: &dyn std::fmt::Display| Obstacle::Refused(what.to_string());
        let mut flags = settings::builder();
        let verifies = if cfg!(debug_assertions) {
            "true"
        } else {
            "false"
        };
        for (name, value) in [("opt_level", "speed"), ("enable_verifier", verifies)] {
            flags.set(name, value).map_err(|error| refused(&error))?;
        }
        let host = cranelift_native::builder().map_err(|error| refused(&error))?;
        let isa = host
            .finish(settings::Flags::new(flags))
            .map_err(|error| refused(&error))?;
        if isa.pointer_bytes() != 8 || cfg!(target_endian = "big") {
            return Err(Obstacle::Host);
        }
        let builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
        let module = JITModule::new(builder);
        Ok(Self {
            program,
            tables,
            context: module.make_context(),
            module,
            builder_context: FunctionBuilderContext::new(),
        })
    }

    /// Compiles the function of a process.
    fn process(&mut self, process: usize) -> Result<FuncId, Obstacle> {
        let (program, tables) = (self.program, self.tables);
        self.define(&[types::I64, types::I64, types::I32], |builder| {
            ProcessEmitter::emit(program, process, builder, tables);
        })
    }

    /// Compiles the function of the propositions.
    fn letter(&mut self, propositions: &[Code]) -> Result<FuncId, Obstacle> {
        let (program, tables) = (self.program, self.tables);
        self.define(&[types::I64, types::I64], |builder| {
            emit_letter(program, propositions, builder, tables);
        })
    }

    fn define(
        &mut self,
        parameters: &[types::Type],
        emit: impl FnOnce(&mut FunctionBuilder<'_>),
    ) -> Result<FuncId, Obstacle> {
        let mut signature: Signature = self.module.make_signature();
        signature
            .params
            .extend(parameters.iter().map(|&kind| AbiParam::new(kind)));
        signature.returns.push(AbiParam::new(types::I32));
        let function = self
            .module
            .declare_anonymous_function(&signature)
            .map_err(refused)?;
        self.context.func.signature = signature;
        let mut builder = FunctionBuilder::new(&mut self.context.func, &mut self.builder_context);
        emit(&mut builder);
        builder.finalize(self.module.target_config());
        self.module
            .define_function(function, &mut self.context)
            .map_err(refused)?;
        self.module.clear_context(&mut self.context);
        Ok(function)
    }
}

/// Writes the function of the propositions.
fn emit_letter(
    program: &Program,
    propositions: &[Code],
    builder: &mut FunctionBuilder<'_>,
    tables: *const i32,
) {
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    let (source, blocks) = (
        builder.block_params(entry)[0],
        builder.block_params(entry)[1],
    );
    let bail = builder.create_block();
    builder.set_cold_block(bail);
    let mut emitter = Emitter {
        builder,
        source,
        tables,
        bail,
    };
    for (number, chunk) in propositions.chunks(64).enumerate() {
        let mut bits: Option<Value> = None;
        for (position, &code) in chunk.iter().enumerate() {
            let value = emitter.value(program.code(code), &Memory::default());
            let truth = value.to_truth(emitter.builder);
            let wide = emitter.builder.ins().uextend(types::I64, truth);
            let bit = emitter.builder.ins().ishl_imm_s(wide, position as i64);
            bits = Some(match bits {
                None => bit,
                Some(bits) => emitter.builder.ins().bor(bits, bit),
            });
        }
        if let Some(bits) = bits {
            emitter
                .builder
                .ins()
                .store(plain(), bits, blocks, number as i32 * 8);
        }
    }
    let fine = emitter.builder.ins().iconst(types::I32, 0);
    emitter.builder.ins().return_(&[fine]);
    emitter.builder.switch_to_block(bail);
    let failed = emitter.builder.ins().iconst(types::I32, 1);
    emitter.builder.ins().return_(&[failed]);
    emitter.builder.seal_all_blocks();
}
