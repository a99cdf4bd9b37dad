//! Writes the Aldebaran format.

use std::io::{self, Write};

use super::Lts;

impl Lts {
    /// Writes the whole system, its unreachable states included.
    ///
    /// ```
    /// use lariat_models::aut::Lts;
    /// let mut text = Vec::new();
    /// Lts::parse("des (1, 2, 2)\n(1, say \"a, b\", 0)\n(0, b, 1)")?.write(&mut text)?;
    /// assert_eq!(text, b"des (1,2,2)\n(0,\"b\",1)\n(1,\"say \\\"a, b\\\"\",0)\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the output fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (transitions, states) = (self.transition_count(), self.state_count());
        writeln!(out, "des ({},{transitions},{states})", self.graph.initial)?;
        for (source, action, target) in self.transitions() {
            let label = self.schema.events[action]
                .replace('\\', "\\\\")
                .replace('"', "\\\"");
            writeln!(out, "({source},\"{label}\",{target})")?;
        }
        Ok(())
    }
}
