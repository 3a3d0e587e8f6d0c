//! Folders of addresses. All functions take keys.

/// Returns `true` if a key is below a folder: `web://host/a/b` is below `web://host/a`.
pub(crate) fn is_below(key: &str, folder: &str) -> bool {
    key.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Returns the deepest folder or page that contains `first` and all others. Returns `None` if this is the host.
pub(crate) fn common_folder<'a>(first: &'a str, others: &[impl AsRef<str>]) -> Option<&'a str> {
    let mut folder = first;
    for key in others {
        while key.as_ref() != folder && !is_below(key.as_ref(), folder) {
            folder = &folder[..folder.rfind('/')?];
        }
    }
    let (_, path) = folder.split_once("://")?;
    path.contains('/').then_some(folder)
}
