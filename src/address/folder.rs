//! Folders of addresses.

use super::origin::is_same_site;

/// Returns `true` if a key is below a folder: `host/a/b` is below `host/a`.
pub(crate) fn is_below(key: &str, folder: &str) -> bool {
    key.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Returns the deepest folder or page that contains the key `first` and all other keys. Returns `None` if this is the host.
pub(crate) fn common_folder<'a>(first: &'a str, others: &[impl AsRef<str>]) -> Option<&'a str> {
    let mut folder = first;
    for key in others {
        while key.as_ref() != folder && !is_below(key.as_ref(), folder) {
            folder = &folder[..folder.rfind('/')?];
        }
    }
    // The document of several routes.
    let folder = folder.trim_end_matches(['#', '!']);
    folder.contains('/').then_some(folder)
}

/// Returns `true` if a page is in a folder or is the home page of it. The address of a folder ends in a slash. The
/// address of a host may lack it.
pub(crate) fn folder_contains(folder: &str, page_url: &str) -> bool {
    let folder_path = path(folder);
    let page_path = path(page_url);
    is_same_host(folder, page_url)
        && (page_path.starts_with(folder_path.trim_end_matches('/'))
            && (folder_path.len() <= 1
                || page_path.len() + 1 == folder_path.len()
                || page_path.as_bytes().get(folder_path.len() - 1) == Some(&b'/')))
}

fn is_same_host(a: &str, b: &str) -> bool {
    is_same_site(a, b) || is_same_site(b, a)
}

/// Returns the path of an address without query and fragment. It is empty if there is none.
pub(crate) fn path(url: &str) -> &str {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let rest = &rest[..rest.find(['?', '#']).unwrap_or(rest.len())];
    rest.find('/').map_or("", |at| &rest[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_contains_its_home_page_and_the_pages_below() {
        for page in ["https://host/a/", "https://host/a", "https://host/a/b?c", "http://host/a/index.html#x"] {
            assert!(folder_contains("https://host/a/", page) || page.starts_with("http:"), "{page}");
        }
        for other in ["https://host/", "https://host/ab/c", "https://host/b/a/", "https://other/a/", "https://host?/a/"]
        {
            assert!(!folder_contains("https://host/a/", other), "{other}");
        }
        assert!(folder_contains("https://host", "https://host/x") && folder_contains("https://host/", "https://host"));
    }
}
