//! Reads `sidebar_items-*.js` of ExDoc: an object with a list of pages (`extras`), of modules and of tasks. Each item has a title,
//! the name of its file, and the name of its group.

use super::outline::{Entry, Outline};
use crate::text::json::Events;

/// The lists in the order of the sidebar, and the names of their tabs. The pages come first and need no name.
const LISTS: [(&str, &str); 3] = [("extras", ""), ("modules", "Modules"), ("tasks", "Mix Tasks")];

/// The open brackets around an item: the object, and the list.
const ITEM_LEVEL: usize = 3;

/// An item that is being read.
#[derive(Debug, Default)]
struct Node {
    id: String,
    /// The address, if it is not that of a file with the name of the item.
    url: String,
    title: String,
    group: String,
}

/// A list, and the group of its last item.
#[derive(Debug, Default)]
struct List {
    outline: Outline,
    group: String,
}

/// Collects the items.
#[derive(Debug, Default)]
pub(crate) struct ExDoc {
    level: usize,
    lists: [List; LISTS.len()],
    /// The list that is being read.
    list: Option<usize>,
    key: String,
    node: Node,
}

impl ExDoc {
    pub(super) fn is_full(&self) -> bool {
        self.lists.iter().any(|list| list.outline.is_full())
    }

    /// Returns the items of all lists.
    pub(super) fn take(&mut self) -> Outline {
        let mut all = Outline::default();
        for (list, (_, name)) in std::mem::take(&mut self.lists).into_iter().zip(LISTS) {
            if !name.is_empty() && list.outline.len() > 0 {
                all.add(Entry { title: name.to_owned(), ..Entry::default() });
            }
            all.append(list.outline, usize::from(!name.is_empty()));
        }
        all
    }

    fn finish_node(&mut self) {
        let node = std::mem::take(&mut self.node);
        if node.id.is_empty() {
            return;
        }
        let Some(list) = self.list.and_then(|list| self.lists.get_mut(list)) else { return };
        if node.group != list.group {
            list.outline.add(Entry { title: node.group.clone(), ..Entry::default() });
            list.group = node.group;
        }
        let depth = usize::from(!list.group.is_empty());
        let address = if node.url.is_empty() { format!("{}.html", node.id) } else { node.url };
        let title = if node.title.is_empty() { node.id } else { node.title };
        list.outline.add(Entry { depth, title, address: Some(address), ..Entry::default() });
    }
}

impl Events for ExDoc {
    fn start(&mut self, _: bool, _: u32) {
        self.level += 1;
    }

    fn end(&mut self) {
        if self.level == ITEM_LEVEL {
            self.finish_node();
        }
        self.level = self.level.saturating_sub(1);
    }

    fn key(&mut self, key: &str) -> bool {
        match self.level {
            1 => self.list = LISTS.iter().position(|(name, _)| *name == key),
            ITEM_LEVEL if self.list.is_some() => {
                key.clone_into(&mut self.key);
                return matches!(key, "id" | "url" | "title" | "group");
            }
            _ => {}
        }
        false
    }

    fn needs_items(&self) -> bool {
        false
    }

    fn text(&mut self, text: &str, _: u32) {
        let field = match &*self.key {
            "id" => &mut self.node.id,
            "url" => &mut self.node.url,
            "title" => &mut self.node.title,
            _ => &mut self.node.group,
        };
        text.clone_into(field);
    }
}
