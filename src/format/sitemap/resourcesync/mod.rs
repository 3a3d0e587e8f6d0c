//! ResourceSync (ANSI/NISO Z39.99): what a source publishes so that others can keep copies of its resources.
//!
//! Every document of it is a sitemap. `rs:md` on the root says which one it is (its capability) and `rs:ln` leads to
//! the documents above it; on an entry they say more of a resource. Forms of the paper that is older than the standard
//! are read too.

mod changes;
mod children;
mod entries;
mod facts;
mod links;
mod state;
mod terms;

pub(crate) use state::ResourceSync;
