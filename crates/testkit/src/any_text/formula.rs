//! What holds for every text, formula or not: shared by the corpus test and the fuzz target.

use lariat_ltl::nnf::negate;
use lariat_ltl::{Formula, Formulas, Notation, Parser, PrintError, Syntax, parse, print};

/// A small text may unfold into a large formula (`F[0..9999]`); what is larger than this is not
/// printed back, for it may have an even larger text.
const LARGEST: usize = 5_000;

/// Parses the text in every dialect, and prints and negates what is a formula.
pub fn check(text: &str) {
    for syntax in Syntax::ALL {
        check_in(syntax, text);
        Parser::new(syntax).readings(text);
    }
}

fn check_in(syntax: Syntax, text: &str) {
    let mut formulas = Formulas::new();
    let formula = match parse(&mut formulas, text, syntax) {
        Ok(formula) => formula,
        Err(error) => {
            assert!(
                text.get(error.span.clone()).is_some(),
                "{text:?}: {:?}",
                error.span
            );
            assert!(!error.to_string().is_empty());
            error.help();
            return;
        }
    };
    if formulas.subformulas(formula).len() > LARGEST {
        return;
    }
    for notation in [Notation::Unicode, Notation::Latex] {
        assert!(!matches!(
            print(&formulas, formula, notation),
            Err(PrintError::NoPast(_))
        ));
    }
    // Spin and LTSmin lack operators: there the text settles only when these are spelled out.
    let settled = match syntax {
        Syntax::Spot | Syntax::Lbt => Some(formula),
        Syntax::Spin | Syntax::Ltsmin => printed_and_read(&mut formulas, formula, syntax),
    };
    if let Some(settled) = settled {
        let back = printed_and_read(&mut formulas, settled, syntax);
        assert!(
            back.is_none_or(|back| back == settled),
            "{text:?} in {syntax}"
        );
    }
    negate(&mut formulas, formula);
}

/// The formula after printing and reading it back, if it can be printed.
fn printed_and_read(formulas: &mut Formulas, formula: Formula, syntax: Syntax) -> Option<Formula> {
    let text = print(formulas, formula, syntax.into()).ok()?;
    Some(
        parse(formulas, &text, syntax)
            .unwrap_or_else(|error| panic!("{error} in {} bytes", text.len())),
    )
}
