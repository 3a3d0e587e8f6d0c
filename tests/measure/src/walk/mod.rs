//! Visits the pages of a site as a person does: natively with facts that Node reads, or in a real Firefox.

pub(crate) mod facts;
mod files;
pub(crate) mod firefox;
pub(crate) mod native;

use navibar_browser_tests::Tree;
use navibar_judge::InSight;

/// Pages that are visited after the home page.
pub(crate) const VISITS: usize = 4;

/// Pages that are visited after the home page to see what a visit renames.
pub(crate) const CALM_VISITS: usize = 10;

/// Pages that a site is entered by.
pub(crate) const ENTRANCES: usize = 20;

/// What a walk has found.
#[derive(Debug)]
pub(crate) struct Walk {
    /// the tree when only the home page was visited
    pub(crate) first: Tree,
    /// the tree after four more pages
    pub(crate) five: Tree,
    /// the trees of somebody who entered the site by another page
    pub(crate) entered: Vec<Entered>,
    /// the rows in sight after each of ten visits; empty in Firefox
    pub(crate) glances: Vec<Vec<InSight>>,
    /// the addresses of the visited pages
    pub(crate) visited: Vec<String>,
    /// the addresses that were requested for the tree
    pub(crate) requests: Vec<String>,
}

/// The trees after the site was entered by a page other than the home page.
#[derive(Debug)]
pub(crate) struct Entered {
    /// the page in the words of the judge
    pub(crate) key: String,
    /// the tree when only this page was visited
    pub(crate) alone: Tree,
    /// the tree after the home page was visited next
    pub(crate) with_home: Tree,
}
