//! Programs of guarded commands: a small language that front ends translate into, and everything
//! that runs it.
//!
//! A [`Program`] has global variables, channels, and processes.  A process has locations, variables
//! of its own, and transitions between its locations.  A transition is a guarded command: where its
//! guard is not 0 it can be taken; then its process moves to another location, and its effects
//! assign variables, one after another.
//!
//! * A *state* is a vector of 32-bit words in which every variable, location and buffer has its
//!   place ([`Layout`]).  Expressions ([`Expressions`]) are 32-bit signed arithmetic over such
//!   places.
//! * In an *asynchronous* program one process moves in each step, or two that shake hands: a sender
//!   and a receiver on one channel, which hands values over.  On a *buffered* channel sender and
//!   receiver move apart, and items wait in the state, first in, first out.
//! * While some process is in a *committed* location, only processes in committed locations move.
//! * In a *synchronous* program all processes move in every step.
//! * A *step fails* where a guard or an effect divides by 0, uses an index outside its array or
//!   assigns a value that its variable does not hold, unless the variable's [`Kind`] cuts such
//!   values.  It is then not taken.
//! * A location may have *assertions*, which must hold while the process is there.
//! * The last process may be the *property process*: it watches the others, and its acceptance
//!   condition says which runs violate a property.
//!
//! The [`Interpreter`] is the definition of all this.  [`NativeCode`] (feature `jit`) gives the
//! same steps in the same order, only faster. [`Propositions`] are expressions that searches watch,
//! told apart by meaning.  [`ProgramStructure`] says what transitions read and write.
//! [`ProgramModel`], [`Compiled`] and [`Observed`] are programs as models.
//!
//! ```
//! use lariat_model::Successors;
//! use lariat_program::{
//!     Assignment, Binary, Communication, Destination, Expressions, Interpreter, Kind, Layout, Location,
//!     Op, Overflow, Process, Program, Transition, Variable,
//! };
//!
//! // byte x;  process P: at q, where x < 2, x = x + 1 and stay
//! let byte = Kind::new(8, false, Overflow::Fail);
//! let mut layout = Layout::new(1 << 20);
//! let x = layout.array(byte, 1);
//! let mut expressions = Expressions::default();
//! let mut with_x = |operator, number| {
//!     let mut draft = expressions.begin();
//!     expressions.push(&mut draft, Op::Load(x.first));
//!     expressions.push(&mut draft, Op::Constant(number));
//!     expressions.binary(&mut draft, operator);
//!     expressions.finish(draft)
//! };
//! let (guard, value) = (with_x(Binary::Less, 2), with_x(Binary::Add, 1));
//! let program = Program {
//!     expressions,
//!     globals: vec![Variable { name: "x".into(), place: x, is_array: false, initial: vec![] }],
//!     channels: vec![],
//!     processes: vec![Process {
//!         name: "P".into(),
//!         place: layout.location(1),
//!         initial: 0,
//!         locations: vec![Location { name: "q".into(), outgoing: vec![0], ..Location::default() }],
//!         variables: vec![],
//!         has_committed: false,
//!     }],
//!     transitions: vec![Transition {
//!         process: 0,
//!         to: 0,
//!         guard: Some(guard),
//!         communication: Communication::None,
//!         effects: vec![Assignment { destination: Destination::Cell(x.first), value }],
//!         assigned_globals: vec![0],
//!     }],
//!     actions: vec![],
//!     synchronous: false,
//!     property: None,
//!     width: layout.words(),
//!     observed_width: layout.words(),
//! };
//! let mut state = program.initial();
//! let mut steps = 0;
//! loop {
//!     let mut out = Successors::default();
//!     Interpreter::new(&program).successors(&state, &mut out);
//!     if out.steps.is_empty() {
//!         break;
//!     }
//!     (state, steps) = (out.states, steps + 1);
//! }
//! assert_eq!(steps, 2);
//! ```

mod bounds;
mod compiled;
mod conjuncts;
mod dependencies;
mod describe;
mod effects;
mod evaluate;
mod expression;
mod interpreter;
mod kind;
mod layout;
mod model;
#[cfg(feature = "jit")]
mod native;
mod observed;
mod obstacle;
mod product;
mod program;
mod proposition;
mod slots;
mod synchronous;

pub use compiled::Compiled;
pub use dependencies::ProgramStructure;
pub use evaluate::{Evaluator, load, store};
pub use expression::{Array, Binary, Cell, Code, Draft, Expressions, Op, Test, TruthRule, Unary};
pub use interpreter::Interpreter;
pub use kind::{Kind, Overflow};
pub use layout::Layout;
pub use model::ProgramModel;
#[cfg(feature = "jit")]
pub use native::NativeCode;
pub use observed::STUTTER;
#[cfg(not(feature = "jit"))]
pub use obstacle::NativeCode;
pub use obstacle::Obstacle;
pub use product::Observed;
pub use program::{
    Accepting, Assignment, Buffer, Channel, Communication, Destination, FailedAssertion, Location,
    Process, Program, Transition, Transport, Variable,
};
pub use proposition::Propositions;
pub use synchronous::EVERYBODY;
