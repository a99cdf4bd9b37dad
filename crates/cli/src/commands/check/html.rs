//! The answers of `check` as one page that needs nothing else: no network, no other file.

use serde_json::{Value, json};

use super::tell::Told;

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// The page that shows a report, which is the JSON document of `check`, with what is told of each counterexample.
pub(crate) fn page(mut report: Value, told: &[Option<&Told>]) -> String {
    if let Some(results) = report["results"].as_array_mut() {
        for (result, told) in results.iter_mut().zip(told) {
            if let Some(told) = told {
                result["propositions"] = json!(told.propositions);
                result["timelines"] = json!(told.timelines);
                result["automaton"] = told.automaton.as_ref().map_or(Value::Null, |automaton| {
                    let reading = automaton.reading.as_ref();
                    json!({
                        "svg": automaton.svg,
                        "reading": reading.map(|reading| json!({"states": reading.states, "start": reading.start})),
                    })
                });
            }
        }
    }
    // Nothing in the data may end the element that holds it.
    let data = report.to_string().replace('<', "\\u003c");
    PAGE.replace("/*STYLE*/", STYLE)
        .replace("/*SCRIPT*/", SCRIPT)
        .replace("/*DATA*/", &data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_of_the_user_becomes_part_of_the_page() {
        let report = json!({"model": "</script><b>", "results": []});
        let page = page(report, &[]);
        assert!(!page.contains("</script><b>"));
        assert!(page.contains("\\u003c/script>\\u003cb>"));
        let addresses = page.matches("http://").count() + page.matches("https://").count();
        assert_eq!(addresses, 0, "nothing is loaded from elsewhere");
    }
}
