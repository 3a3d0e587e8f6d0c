//! Rows in sight that a visit renames.

use std::collections::HashMap;

use navibar_browser_tests::SiteFolder;
use url::Url;

use super::keys::Keys;
use super::reference::Reference;

/// The address and the title of a row in sight.
pub type InSight = (String, String);

/// Counts the rows that have another title after a visit than before, although the site itself calls the page as before.
/// `glances` has the rows in sight after each visit.
pub fn renamed(glances: &[Vec<InSight>], reference: &Reference, site: &SiteFolder) -> usize {
    let keys = Keys::new(site);
    let is_name = |url: &str, title: &str| {
        let key = Url::parse(url).ok().and_then(|url| keys.page(&url));
        key.is_some_and(|key| reference.calls(&key, title))
    };
    let mut count = 0;
    for pair in glances.windows(2) {
        let before: HashMap<&str, &str> = pair[0].iter().map(|(url, title)| (&**url, &**title)).collect();
        let has_changed =
            |(url, title): &&InSight| before.get(&**url).is_some_and(|old| *old != title && is_name(url, old));
        count += pair[1].iter().filter(has_changed).count();
    }
    count
}

#[cfg(test)]
mod tests {
    use anyhow::Result;

    use super::super::reference::tests::site;
    use super::*;

    #[test]
    fn only_names_of_the_site_count() -> Result<()> {
        let menu = "<nav><a href=a>Recipes</a><a href=b>Sports</a></nav>";
        let (_folder, site) = site(&[("index.html", menu), ("a.html", "<h1>Let's bake!</h1>"), ("b.html", "")])?;
        let reference = Reference::read(&site)?;
        let row = |path: &str, title: &str| (format!("http://a.example/p/{path}"), title.to_owned());
        let glances = [
            vec![row("a", "Recipes"), row("b", "b.html"), row("c", "C")],
            vec![row("a", "Let's bake!"), row("b", "Sports"), row("c", "D")],
            vec![row("b", "Sports")],
            vec![row("b", "A headline")],
        ];
        assert_eq!(renamed(&glances, &reference, &site), 2, "b.html is no name of the site, nor is C");
        Ok(())
    }
}
