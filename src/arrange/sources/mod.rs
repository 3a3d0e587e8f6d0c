//! The sources of claims, one file each.

pub(super) mod anchor;
pub(super) mod breadcrumbs;
pub(super) mod menus;
pub(super) mod pages;
pub(super) mod sections;
