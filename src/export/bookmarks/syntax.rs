//! The syntaxes in which a tree of bookmarks is written.

use super::super::markup::Output;
use super::entry::{Alias, Entry, Open, Root};
use super::{html, opml, xbel};
use std::fmt::Result;

/// A syntax for folders and bookmarks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::export) enum Syntax {
    Xbel,
    Html,
    Opml,
}

macro_rules! dispatch {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $Type:ty),*) -> $Result:ty;)*) => {
        impl Syntax {
            $($(#[$doc])*
            pub(super) fn $name(self, $($argument: $Type,)* out: &mut Output<'_>) -> $Result {
                match self {
                    Syntax::Xbel => xbel::$name($($argument,)* out),
                    Syntax::Html => html::$name($($argument,)* out),
                    Syntax::Opml => opml::$name($($argument,)* out),
                }
            })*
        }
    };
}

dispatch! {
    /// Writes the start of the document. `root` is `None` if there is no tree.
    fn start(root: Option<Root<'_>>) -> Result;
    fn separator(depth: usize, is_in_menu: bool) -> Result;
    fn alias(alias: &Alias<'_>) -> Result;
    /// Writes an entry up to the start of its context menu.
    fn entry(entry: Entry<'_>) -> std::result::Result<Open, std::fmt::Error>;
    /// Writes the part of an entry between its context menu and its children.
    fn rest(open: &Open) -> Result;
    /// Ends an entry.
    fn close(open: &Open) -> Result;
    /// Ends the document.
    fn end() -> Result;
}
