//! The folders of a host that may be sites of their own: projects, languages and versions.

use crate::address::{folder_contains, key, origin, path};
use crate::limits::MAX_FOLDERS;

/// Returns the folders of a page whose `sitemap.xml` may be the sitemap of the page's site, the best first. They are the
/// folder where the page says that its site begins, and the first folders of its path. `within` is the address of the
/// site so far: only folders below it count.
pub(crate) fn folders(page_url: &str, home: Option<&str>, within: &str) -> Vec<String> {
    let Some(origin) = origin(page_url) else { return Vec::new() };
    let path = path(page_url);
    let parents = path.match_indices('/').skip(1).map(|(at, _)| format!("{origin}{}", &path[..=at]));
    let home = home.filter(|home| folder_contains(home, page_url)).map(str::to_owned);
    let mut folders: Vec<String> = Vec::new();
    for folder in home.into_iter().chain(parents) {
        if folder != within && folder_contains(within, &folder) && !folders.contains(&folder) {
            folders.push(folder);
        }
        if folders.len() == MAX_FOLDERS {
            break;
        }
    }
    folders
}

/// Returns the folder that a document is in, if it is below the host and contains the page.
pub(crate) fn folder_of(document: &str, page_url: &str) -> Option<String> {
    let origin = origin(document)?;
    let path = path(document);
    let folder = format!("{origin}{}", &path[..=path.rfind('/')?]);
    (path.rfind('/') != Some(0) && folder_contains(&folder, page_url)).then_some(folder)
}

/// Returns the address of a folder for the address of its home page. Returns `None` for the home page of a host.
pub(crate) fn folder_at(home: &str) -> Option<String> {
    let origin = origin(home)?;
    let key = key(home);
    let (_, path) = key.split_once('/')?;
    (!path.is_empty() && !path.contains('?')).then(|| format!("{origin}/{path}/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_parent_folders_are_candidates() {
        let folders = |page, home| folders(page, home, "https://host");
        assert_eq!(folders("https://host/a/b/c/page?x=/y/#/z/", None), ["https://host/a/", "https://host/a/b/"]);
        assert_eq!(folders("https://host/a/", None), ["https://host/a/"]);
        assert_eq!(folders("https://Host/a/x", Some("https://host/a/")), ["https://host/a/"]);
        let home = Some("https://host/a/b/c/");
        assert_eq!(folders("https://host/a/b/c/page", home), ["https://host/a/b/c/", "https://host/a/"]);
        for page in ["https://host/", "https://host/page", "https://host", "https://host?a/b/", "about:blank", "x"] {
            assert!(folders(page, Some("https://other/a/")).is_empty(), "{page}");
        }
    }

    #[test]
    fn only_folders_below_the_known_site_are_candidates() {
        let within = "https://host/project/";
        assert_eq!(folders("https://host/project/dev/x", None, within), ["https://host/project/dev/"]);
        assert_eq!(folders("https://host/projects/dev/x", None, within), [""; 0]);
    }

    #[test]
    fn a_sitemap_in_a_folder_of_the_page_is_about_that_folder() {
        let page = "https://host/a/b/page";
        assert_eq!(folder_of("https://host/a/sitemap.xml", page).as_deref(), Some("https://host/a/"));
        for other in ["https://host/sitemap.xml", "https://host/c/sitemap.xml", "https://other/a/x.xml", "https://host"]
        {
            assert_eq!(folder_of(other, page), None, "{other}");
        }
        assert_eq!(folder_at("https://host/a/index.html").as_deref(), Some("https://host/a/"));
        assert_eq!(folder_at("https://host/"), None);
        assert_eq!(folder_at("https://host/?a=b"), None);
    }
}
