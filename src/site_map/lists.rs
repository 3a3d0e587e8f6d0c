//! The edges of the arena: the lists of pages, and the members of lists.

use super::node::{Edge, GONE, NodeId};
use crate::collections::blocks::Blocks;
use crate::limits::MAX_NODES;
use std::ops::Index;

/// All edges of the arena, by their numbers.
#[derive(Debug, Default)]
pub(super) struct Lists {
    edges: Blocks<Edge>,
    /// Number of changes to lists, without new entries.
    rearranged: u32,
}

impl Index<u32> for Lists {
    type Output = Edge;

    fn index(&self, edge: u32) -> &Edge {
        &self.edges[edge as usize]
    }
}

impl Lists {
    pub(super) fn len(&self) -> usize {
        self.edges.len()
    }

    /// Returns the memory use in bytes, with a number that other parts store for each edge.
    pub(super) fn memory(&self) -> usize {
        self.edges.len() * (size_of::<Edge>() + size_of::<u32>())
    }

    pub(super) fn get(&self, edge: u32) -> Option<&Edge> {
        self.edges.get(edge as usize)
    }

    /// Returns the edges of a chain with their numbers, newest first.
    #[inline]
    pub(super) fn chain(&self, first: u32) -> impl Iterator<Item = (u32, &Edge)> {
        let edge = |at: u32| Some((at, self.get(at)?));
        std::iter::successors(edge(first), move |(_, before)| edge(before.next))
    }

    /// Adds an edge. Returns its number, or that of the edge before it if no more edges fit.
    pub(super) fn push(&mut self, edge: Edge) -> u32 {
        if self.edges.len() >= 4 * MAX_NODES {
            return edge.next;
        }
        self.edges.push(edge);
        self.edges.len() as u32 - 1
    }

    /// Returns an edge to change.
    pub(super) fn change(&mut self, edge: u32) -> &mut Edge {
        self.note_rearranged();
        &mut self.edges[edge as usize]
    }

    /// Removes an edge. Its number stays.
    pub(super) fn remove(&mut self, edge: u32) {
        self.change(edge).order = GONE;
    }

    /// Puts an entry in the place of another one. The caller notes that the list has changed.
    pub(super) fn put(&mut self, edge: u32, target: NodeId, offset: u32) {
        let edge = &mut self.edges[edge as usize];
        (edge.target, edge.offset) = (target, offset);
    }

    /// Returns a value that changes when a list changes.
    pub(super) fn growth(&self) -> Growth {
        Growth { edges: self.edges.len(), rearranged: self.rearranged }
    }

    /// Notes that a list has changed in another way than by a new entry.
    pub(super) fn note_rearranged(&mut self) {
        self.rearranged = self.rearranged.wrapping_add(1);
    }
}

/// The size of all lists at some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Growth {
    edges: usize,
    rearranged: u32,
}

impl Growth {
    /// Returns the number of edges.
    pub(super) fn edges(self) -> usize {
        self.edges
    }

    /// Returns `true` if there have only been new entries since then.
    pub(super) fn has_only_grown(self, now: Growth) -> bool {
        self.rearranged == now.rearranged
    }
}
