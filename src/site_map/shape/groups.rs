//! Rows that are added to the top level: other languages, lists of pages, technical pages, and the pages of a sitemap.

use super::changes::Group;
use super::names;
use super::steps::Steps;
use crate::address::is_language;
use crate::collections::keyed::HashMap;
use crate::collections::sort;
use crate::findings::Report;
use crate::limits::{MAX_FLAT_ROWS, MAX_PATH_LEVELS};
use crate::site_map::arena::SiteMap;
use crate::site_map::node::{Flag, NodeId, Relation};

/// Pages of a language that are compared with another one.
const SAMPLE: usize = 40;

/// An entry of the top level.
#[derive(Clone, Copy)]
pub(super) struct TopEntry {
    pub(super) edge: u32,
    pub(super) node: NodeId,
}

/// The folders of a list that have the names of languages.
struct Languages {
    /// The folder of the language that the tree is in. `None` if its pages are in the list itself.
    main: Option<NodeId>,
    /// The folders with translations.
    others: Vec<TopEntry>,
    /// The other folders: the main one, and those whose pages are not translations.
    own: Vec<TopEntry>,
}

impl SiteMap {
    /// Returns the kind of a row that the shape has added.
    pub(crate) fn group(&self, node: NodeId) -> Option<&Group> {
        self.shape.group(node)
    }

    /// Groups the rows of the top level of each host.
    pub(super) fn shape_groups(
        &mut self,
        root: NodeId,
        language: Option<&str>,
        steps: &mut Steps,
        report: &mut Report,
    ) {
        let hosts = self.root_tree().map_or(&[][..], |tree| tree.hosts());
        let hosts: Vec<NodeId> = hosts.iter().map(|(host, _)| *host).collect();
        for host in hosts {
            let list = self.top_of(host);
            self.group_entries(root, list, language, steps, report);
        }
    }

    /// Returns the list of the top level: that of the host, or of the folder that has all its pages.
    fn top_of(&self, host: NodeId) -> NodeId {
        let mut list = host;
        for _ in 0..MAX_PATH_LEVELS {
            let mut entries = self.own_edges(list).into_iter().filter(|&edge| self.is_entry(edge));
            let (Some(first), None) = (entries.next(), entries.next()) else { break };
            let only = self.lists[first].target;
            if only == list || !self.is_list(only) || is_language(self.segment(only)) {
                break;
            }
            list = only;
        }
        list
    }

    fn group_entries(
        &mut self,
        root: NodeId,
        list: NodeId,
        language: Option<&str>,
        steps: &mut Steps,
        report: &mut Report,
    ) {
        let edges = self.own_edges(list);
        if !steps.spend(edges.len()) {
            return;
        }
        let is_entry = |edge: &u32| self.is_entry(*edge);
        let all = edges.into_iter().filter(is_entry).map(|edge| TopEntry { edge, node: self.lists[edge].target });
        let mut rows = Vec::new();
        let mut languages = Vec::new();
        let mut groups: Vec<(Group, Vec<TopEntry>)> = Vec::new();
        let mut known = Vec::new();
        for entry in all {
            let name = self.segment(entry.node);
            let has_pages = self.is_list(entry.node);
            if self.group(entry.node).is_some() {
                known.push(entry);
            } else if has_pages && is_language(name) {
                languages.push(entry);
            } else if has_pages && (names::is_list(name) || self.has_only_lists(entry.node, steps)) {
                add(&mut groups, Group::Lists, entry);
            } else if names::is_technical(name) {
                add(&mut groups, Group::Technical, entry);
            } else {
                rows.push(entry);
            }
        }
        let Languages { main, others, own } = self.other_languages(root, list, languages, language, steps);
        let others_at: Vec<NodeId> = others.iter().map(|entry| entry.node).collect();
        self.shape_translations(main.unwrap_or(list), &others_at, steps, report);
        main.iter().chain(&others_at).for_each(|&folder| self.name_language(folder));
        for entry in &others {
            add(&mut groups, Group::Languages, *entry);
        }
        rows.extend(own);
        self.move_to_archives(&mut rows, steps);
        self.group_by_sitemap(&rows, &mut groups);
        for (group, entries) in sort::sorted(groups, &|a, b| a.0.cmp(&b.0)) {
            if let ([one], Group::Lists) = (&entries[..], &group)
                && self.shape.row_of_group(list, &Group::Lists).is_none()
            {
                self.move_entry(one.edge, list);
                continue;
            }
            let row = self.group_row(list, group, report);
            if self.was_full() {
                return;
            }
            for entry in entries {
                self.move_entry(entry.edge, row);
            }
            if !self.any_child(row, Relation::Container, &|_| true) {
                self.hide(row);
            }
        }
        // Rows that were there before stay the last ones.
        for entry in known {
            self.lists.remove(entry.edge);
            self.append(list, entry.node, 0);
        }
    }

    /// Returns the row of a group. Adds it as the last one of the list if it does not exist.
    fn group_row(&mut self, list: NodeId, group: Group, report: &mut Report) -> NodeId {
        if let Some(row) = self.shape.row_of_group(list, &group) {
            self.show(row);
            return row;
        }
        let row = self.unnamed(0, report);
        if self.was_full() {
            return row;
        }
        self.append(list, row, 0);
        self.shape.set_parent(row, list);
        self.name_group(row, group);
        row
    }

    /// Makes a row that of a group.
    pub(in crate::site_map) fn name_group(&mut self, row: NodeId, group: Group) {
        self.nodes.set_title(row, self.text.push(group.title()));
        self.mark(row, Flag::FOLDER);
        self.shape.set_group(row, group);
    }

    /// Divides folders with the names of languages into those of other languages and the rest.
    fn other_languages(
        &self,
        root: NodeId,
        list: NodeId,
        folders: Vec<TopEntry>,
        language: Option<&str>,
        steps: &mut Steps,
    ) -> Languages {
        let (mut translated, mut is_plain_main) = (Vec::new(), false);
        for folder in &folders {
            let names = self.sample(folder.node);
            let mut has_same = |other: NodeId| steps.spend(names.len()) && self.has_entries(root, other, &names);
            // The pages without a language are the tree if they are translated.
            let is_like_plain = has_same(list);
            is_plain_main |= is_like_plain;
            let mut others = folders.iter().map(|other| other.node).filter(|&other| other != folder.node);
            translated.push(is_like_plain || others.any(has_same));
        }
        let code = |tag: &str| tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        let candidates: Vec<usize> = (0..folders.len()).filter(|&at| translated[at]).collect();
        let find_by =
            |is_it: &dyn Fn(&str) -> bool| candidates.iter().copied().find(|&at| is_it(self.segment(folders[at].node)));
        let find = |tag: &str| {
            find_by(&|name| name.eq_ignore_ascii_case(tag)).or_else(|| find_by(&|name| code(name) == code(tag)))
        };
        let main = match language.and_then(find) {
            Some(main) => Some(main),
            None if is_plain_main => None,
            None => find("en").or(candidates.first().copied()),
        };
        let (mut others, mut own) = (Vec::new(), Vec::new());
        for (at, folder) in folders.iter().enumerate() {
            if translated[at] && main != Some(at) { others.push(*folder) } else { own.push(*folder) }
        }
        Languages { main: main.map(|at| folders[at].node), others, own }
    }

    /// Gives the folder of a language the name of the language, unless a sitemap or a menu gives it a title.
    pub(in crate::site_map) fn name_language(&mut self, folder: NodeId) {
        if let Some(name) = names::of_language(self.segment(folder)).filter(|_| !self.has_title(folder)) {
            self.give_address_title(folder, name);
            self.known.note_language(folder);
        }
    }

    /// Adds the pages in other languages to the context menus of the pages of the main language. `main` is the list of
    /// these pages.
    fn shape_translations(&mut self, main: NodeId, others: &[NodeId], steps: &mut Steps, report: &mut Report) {
        if others.is_empty() {
            return;
        }
        let start = self.iri(main).len();
        let mut next = vec![main];
        while let Some(at) = next.pop() {
            let edges = self.own_edges(at);
            if !steps.spend(edges.len() + others.len()) {
                return;
            }
            // Entries are below the path of their folder, so the loop ends. The folders of languages are left out.
            let is_below = |&entry: &NodeId| {
                let rest = self.iri(entry).strip_prefix(self.iri(at)).and_then(|rest| rest.strip_prefix('/'));
                rest.is_some_and(|name| at != main || !is_language(name))
            };
            next.extend(edges.into_iter().map(|edge| self.lists[edge].target).filter(is_below));
            if self.has_url(at) {
                let rest = self.iri(at)[start..].to_owned();
                self.add_translations_by_address(at, &rest, others, report);
            }
        }
    }

    /// Returns the first entries of a folder: the part of each key after that of the folder.
    fn sample(&self, folder: NodeId) -> Vec<&str> {
        let entries = self.own_edges(folder).into_iter().take(SAMPLE).map(|edge| self.lists[edge].target);
        entries.filter_map(|entry| self.iri(entry).strip_prefix(self.iri(folder))).collect()
    }

    /// Returns `true` if a folder has at least a third of these entries.
    fn has_entries(&self, root: NodeId, folder: NodeId, names: &[&str]) -> bool {
        let folder = self.iri(folder);
        let same = names.iter().filter(|name| self.find_key(root, &format!("{folder}{name}")).is_some()).count();
        same > 0 && 3 * same >= names.len()
    }

    /// Groups the rows of a long list by the sitemaps that they come from, the largest sitemap first, until the list is
    /// short enough.
    fn group_by_sitemap(&self, rows: &[TopEntry], groups: &mut Vec<(Group, Vec<TopEntry>)>) {
        if rows.len() <= MAX_FLAT_ROWS || !self.shape.has_kinds() {
            return;
        }
        let mut by_kind: Vec<(&str, Vec<TopEntry>)> = Vec::new();
        let mut index: HashMap<&str, usize> = HashMap::default();
        for entry in rows {
            let Some(kind) = self.shape.kind_of(entry.node) else { continue };
            let at = *index.entry(kind).or_insert(by_kind.len());
            if at == by_kind.len() {
                by_kind.push((kind, Vec::new()));
            }
            by_kind[at].1.push(*entry);
        }
        if by_kind.len() < 2 && by_kind.first().is_none_or(|(_, entries)| entries.len() == rows.len()) {
            return;
        }
        let mut left = rows.len();
        for (kind, entries) in sort::sorted(by_kind, &|a, b| b.1.len().cmp(&a.1.len())) {
            // The pages of a site are its top level.
            if left <= MAX_FLAT_ROWS || entries.len() < 2 || kind == "Pages" {
                continue;
            }
            left -= entries.len();
            groups.push((Group::Sitemap(kind.into()), entries));
        }
    }
}

fn add(groups: &mut Vec<(Group, Vec<TopEntry>)>, group: Group, entry: TopEntry) {
    match groups.iter_mut().find(|(known, _)| *known == group) {
        Some((_, entries)) => entries.push(entry),
        None => groups.push((group, vec![entry])),
    }
}
