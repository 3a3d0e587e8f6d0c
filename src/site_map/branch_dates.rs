//! The newest date of each branch: of a page and of all pages below it.

use super::arena::SiteMap;
use super::node::NodeId;
use super::parents::{AS_PAGE, Parents};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No date.
const NEVER: i64 = i64::MIN;

/// The newest date in the branch of each page. The dates are computed in steps. The old dates stay available until the
/// new ones are ready.
#[derive(Debug, Default)]
pub(crate) struct BranchDates {
    ready: Vec<i64>,
    is_complete: bool,
    /// The newest date found so far, by page.
    dates: Vec<i64>,
    step: Step,
}

#[derive(Debug, Default)]
enum Step {
    #[default]
    Start,
    /// Reads the own date of each page. Holds the next page.
    Own(NodeId),
    /// Used if each page has one parent. Holds the next position in the preorder, and the ancestors with the ends of
    /// their branches.
    Tree(usize, Vec<(usize, NodeId)>),
    /// Used otherwise. `due` holds the dated pages, newest first. `above` holds the nodes whose parents get `date`
    /// next. Newest first, so that each page is dated once.
    Graph { due: BinaryHeap<(i64, Reverse<NodeId>)>, date: i64, above: Vec<(NodeId, u8)>, is_list_dated: Vec<bool> },
}

impl BranchDates {
    /// Returns the newest known date in a page's branch.
    pub(crate) fn get(&self, page: NodeId) -> Option<i64> {
        self.ready.get(page as usize).copied().filter(|&date| date != NEVER)
    }

    /// Marks the dates as outdated because the map may have grown.
    pub(crate) fn expire(&mut self) {
        *self = BranchDates { ready: std::mem::take(&mut self.ready), ..BranchDates::default() };
    }

    /// Returns `true` if the dates count all pages of the map.
    pub(crate) fn is_complete(&self, map: &SiteMap) -> bool {
        self.is_complete && self.ready.len() == map.len()
    }

    /// Processes up to `amount` more pages. `own` returns the date of a single page. Returns `true` if some remain.
    pub(crate) fn step(
        &mut self,
        map: &SiteMap,
        parents: &Parents,
        own: impl Fn(NodeId) -> Option<i64>,
        amount: usize,
    ) -> bool {
        if self.is_complete(map) {
            return false;
        }
        let dates = &mut self.dates;
        if !matches!(self.step, Step::Start) && dates.len() != map.len() {
            self.step = Step::Start;
        }
        match &mut self.step {
            Step::Start => {
                dates.clear();
                dates.resize(map.len(), NEVER);
                self.is_complete = false;
                self.step = Step::Own(0);
            }
            Step::Own(next) => {
                let end = (*next as usize).saturating_add(amount).min(map.len());
                for page in *next..end as NodeId {
                    dates[page as usize] = own(page).unwrap_or(NEVER);
                }
                *next = end as NodeId;
                if end == map.len() {
                    self.step = match parents.tree() {
                        Some(_) => Step::Tree(0, Vec::new()),
                        None => Step::Graph {
                            due: (0..map.len() as NodeId)
                                .filter(|&page| dates[page as usize] != NEVER && parents.is_reached(page))
                                .map(|page| (dates[page as usize], Reverse(page)))
                                .collect(),
                            date: NEVER,
                            above: Vec::new(),
                            is_list_dated: vec![false; map.len()],
                        },
                    };
                }
            }
            Step::Tree(next, path) => {
                let Some(tree) = parents.tree() else { return self.finish() };
                let end = next.saturating_add(amount).min(tree.len());
                let mut close_branches = |path: &mut Vec<(usize, NodeId)>, place: usize| {
                    while let Some((_, page)) = path.pop_if(|(end, _)| *end <= place) {
                        if let Some(&(_, above)) = path.last() {
                            dates[above as usize] = dates[above as usize].max(dates[page as usize]);
                        }
                    }
                };
                for place in *next..end {
                    close_branches(path, place);
                    let (page, end) = tree.get(place);
                    path.push((end, page));
                }
                *next = end;
                if end == tree.len() {
                    close_branches(path, usize::MAX);
                    return self.finish();
                }
            }
            Step::Graph { due, date, above, is_list_dated } => {
                for _ in 0..amount {
                    let Some((node, role)) = above.pop() else {
                        let Some((newest, Reverse(page))) = due.pop() else { return self.finish() };
                        // Otherwise a page below has a newer date, which this page already received.
                        if dates[page as usize] == newest {
                            *date = newest;
                            above.push((page, AS_PAGE));
                        }
                        continue;
                    };
                    for (owner, role) in parents.above(map, node, role) {
                        let is_older = match role {
                            AS_PAGE => dates[owner as usize] < *date && map.root() != Some(owner),
                            _ => !std::mem::replace(&mut is_list_dated[owner as usize], true),
                        };
                        if role == AS_PAGE && is_older {
                            dates[owner as usize] = *date;
                        }
                        if is_older {
                            above.push((owner, role));
                        }
                    }
                }
            }
        }
        true
    }

    fn finish(&mut self) -> bool {
        self.ready = std::mem::take(&mut self.dates);
        (self.is_complete, self.step) = (true, Step::Start);
        false
    }
}
