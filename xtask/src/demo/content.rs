//! The content files and the page graph that they describe.
//!
//! `site.toml` names the site, the sections (one file each) and the top level. A section file has a `prefix`, the defaults
//! for `[every]` page, and its `[[page]]`s. A page is named by its id: `/docs/install` is absolute, `install` is below the
//! file's prefix, and `.` is the prefix itself. The address of a page is its id and a slash.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

/// The Dublin Core elements beside title and identifier, in the order of the specification.
pub(super) const DUBLIN_CORE: [&str; 13] = [
    "creator",
    "subject",
    "description",
    "publisher",
    "contributor",
    "date",
    "type",
    "format",
    "source",
    "language",
    "relation",
    "coverage",
    "rights",
];

/// The RDF list that holds a page's children: in order, in no order, or as alternatives.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub(super) enum List {
    #[default]
    Seq,
    Bag,
    Alt,
}

impl List {
    pub(super) fn element(self) -> &'static str {
        match self {
            Self::Seq => "rdf:Seq",
            Self::Bag => "rdf:Bag",
            Self::Alt => "rdf:Alt",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SiteFile {
    name: String,
    tagline: String,
    urn: String,
    language: String,
    container: Vec<String>,
    sections: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionFile {
    title: String,
    prefix: String,
    #[serde(default)]
    every: Every,
    page: Vec<PageItem>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Every {
    icon: Option<String>,
    embedded: Vec<String>,
    dc: BTreeMap<String, Values>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PageItem {
    id: String,
    title: String,
    /// Only for a page whose address is not its id: the home page.
    url: Option<String>,
    /// A heading has no page of its own: it only expands and collapses.
    #[serde(default)]
    heading: bool,
    summary: Option<String>,
    icon: Option<String>,
    #[serde(default)]
    container: Vec<String>,
    #[serde(default)]
    container_list: List,
    embedded: Option<Vec<String>>,
    #[serde(default)]
    embedded_list: List,
    #[serde(default)]
    dc: BTreeMap<String, Values>,
    #[serde(default)]
    text: String,
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Values {
    One(String),
    Many(Vec<String>),
}

impl Values {
    fn into_vec(self) -> Vec<String> {
        match self {
            Self::One(value) => vec![value],
            Self::Many(values) => values,
        }
    }
}

/// A page or a heading. Other entries are named by their index in [`Site::entries`].
pub(super) struct Entry {
    /// From the top, without a leading slash: `docs/install`.
    pub id: String,
    pub title: String,
    /// Relative to the site, with a trailing slash. Empty for the home page, `None` for a heading.
    pub url: Option<String>,
    pub icon: Option<String>,
    pub container: Vec<usize>,
    pub container_list: List,
    pub embedded: Vec<usize>,
    pub embedded_list: List,
    /// Dublin Core details by element name, without title and identifier.
    pub details: BTreeMap<String, Vec<String>>,
    /// The section's prefix. Ids in `text` are relative to it.
    pub prefix: String,
    /// Markdown.
    pub text: String,
    /// The first page that lists this one. A parent in the content tree comes before one in a context tree.
    pub parent: Option<usize>,
}

impl Entry {
    /// The first value of a Dublin Core element.
    pub(super) fn detail(&self, name: &str) -> Option<&str> {
        self.details.get(name)?.first().map(String::as_str)
    }
}

/// A section file's title and how many entries it has.
pub(super) struct Section {
    pub title: String,
    pub len: usize,
}

pub(super) struct Site {
    pub name: String,
    pub tagline: String,
    /// The prefix of the resources' names.
    pub urn: String,
    pub language: String,
    /// The members of the root resource.
    pub top: Vec<usize>,
    pub sections: Vec<Section>,
    pub entries: Vec<Entry>,
    by_id: BTreeMap<String, usize>,
}

impl Site {
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let file: SiteFile = read_toml(&folder.join("site.toml"))?;
        let mut site = Self {
            name: file.name,
            tagline: file.tagline,
            urn: file.urn,
            language: file.language,
            top: Vec::new(),
            sections: Vec::new(),
            entries: Vec::new(),
            by_id: BTreeMap::new(),
        };
        let mut lists = Vec::new();
        for name in &file.sections {
            let path = folder.join(name).with_extension("toml");
            let section = read_toml(&path)?;
            site.add_section(section, &mut lists).with_context(|| path.display().to_string())?;
        }

        // References are resolved when all pages are known, because they go in every direction.
        site.top = site.find_all(&file.container, "")?;
        for (index, (container, embedded)) in lists.iter().enumerate() {
            let entry = &site.entries[index];
            let here = || format!("in the page {}", entry.id);
            let container = site.find_all(container, &entry.prefix).with_context(here)?;
            let embedded = site.find_all(embedded, &entry.prefix).with_context(here)?;
            site.entries[index].container = container;
            site.entries[index].embedded = embedded;
        }
        site.refuse_cycles()?;
        site.place()?;
        Ok(site)
    }

    fn add_section(&mut self, section: SectionFile, lists: &mut Vec<(Vec<String>, Vec<String>)>) -> Result<()> {
        self.sections.push(Section { title: section.title, len: section.page.len() });
        for item in section.page {
            let id = absolute(&item.id, &section.prefix);
            ensure!(item.heading == item.text.is_empty(), "{id}: a page needs a text, and a heading must not have one");
            let url = item.url.or_else(|| (!item.heading).then(|| format!("{id}/")));
            let mut details = BTreeMap::new();
            if !item.heading {
                details.extend(section.every.dc.clone());
            }
            details.extend(item.dc);
            if let Some(summary) = item.summary {
                details.insert("description".to_owned(), Values::One(summary));
            }
            if let Some(name) = details.keys().find(|name| !DUBLIN_CORE.contains(&name.as_str())) {
                bail!("{id}: {name} is not a Dublin Core element");
            }
            // By default, pages have a context tree and headings have none.
            let embedded =
                item.embedded.unwrap_or_else(|| if item.heading { Vec::new() } else { section.every.embedded.clone() });
            lists.push((item.container, embedded));
            let known = self.by_id.insert(id.clone(), self.entries.len());
            ensure!(known.is_none(), "{id} appears twice");
            self.entries.push(Entry {
                id,
                title: item.title,
                url,
                icon: item.icon.or_else(|| section.every.icon.clone()),
                container: Vec::new(),
                container_list: item.container_list,
                embedded: Vec::new(),
                embedded_list: item.embedded_list,
                details: details.into_iter().map(|(k, v)| (k, v.into_vec())).collect(),
                prefix: section.prefix.clone(),
                text: item.text,
                parent: None,
            });
        }
        Ok(())
    }

    /// The entry that a reference in a section with this prefix means.
    pub(super) fn find(&self, reference: &str, prefix: &str) -> Result<usize> {
        let id = absolute(reference, prefix);
        self.by_id.get(&id).copied().with_context(|| format!("there is no page {id}"))
    }

    fn find_all(&self, references: &[String], prefix: &str) -> Result<Vec<usize>> {
        references.iter().map(|reference| self.find(reference, prefix)).collect()
    }

    /// The icon files in use.
    pub(super) fn icons(&self) -> BTreeSet<&str> {
        self.entries.iter().filter_map(|entry| entry.icon.as_deref()).collect()
    }

    /// The entries from the top level down to the parent of this one.
    pub(super) fn ancestors(&self, index: usize) -> Vec<usize> {
        let mut ancestors: Vec<usize> =
            std::iter::successors(self.entries[index].parent, |&up| self.entries[up].parent).collect();
        ancestors.reverse();
        ancestors
    }

    /// Returns an error if a page is below itself. A context tree follows both predicates, so this check does, too.
    fn refuse_cycles(&self) -> Result<()> {
        let mut waiting: Vec<usize> = vec![0; self.entries.len()];
        for child in self.entries.iter().flat_map(|e| e.container.iter().chain(&e.embedded)) {
            waiting[*child] += 1;
        }
        let mut free: Vec<usize> = (0..waiting.len()).filter(|&i| waiting[i] == 0).collect();
        while let Some(index) = free.pop() {
            let entry = &self.entries[index];
            for &child in entry.container.iter().chain(&entry.embedded) {
                waiting[child] -= 1;
                if waiting[child] == 0 {
                    free.push(child);
                }
            }
        }
        if let Some(index) = waiting.iter().position(|&count| count > 0) {
            bail!("the page {}, or a page above it, is below itself", self.entries[index].id);
        }
        Ok(())
    }

    /// Sets the parent of every entry for the breadcrumb: the one in the content tree if there is one.
    fn place(&mut self) -> Result<()> {
        let mut placed = vec![false; self.entries.len()];
        let mut order = Vec::new();
        let mut stack: Vec<(usize, Option<usize>)> = self.top.iter().rev().map(|&index| (index, None)).collect();
        while let Some((index, parent)) = stack.pop() {
            if std::mem::replace(&mut placed[index], true) {
                continue;
            }
            self.entries[index].parent = parent;
            order.push(index);
            let children = self.entries[index].container.iter().rev();
            stack.extend(children.map(|&child| (child, Some(index))));
        }
        let mut next = 0;
        while let Some(&index) = order.get(next) {
            next += 1;
            let entry = &self.entries[index];
            for child in [entry.container.as_slice(), &entry.embedded].concat() {
                if !std::mem::replace(&mut placed[child], true) {
                    self.entries[child].parent = Some(index);
                    order.push(child);
                }
            }
        }
        match placed.iter().position(|&is| !is) {
            Some(index) => bail!("the page {} is in no tree", self.entries[index].id),
            None => Ok(()),
        }
    }
}

fn read_toml<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let here = || path.display().to_string();
    toml::from_str(&fs::read_to_string(path).with_context(here)?).with_context(here)
}

fn absolute(reference: &str, prefix: &str) -> String {
    match (reference, prefix) {
        (".", _) => prefix.to_owned(),
        (_, "") => reference.trim_start_matches('/').to_owned(),
        _ => reference.strip_prefix('/').map_or_else(|| format!("{prefix}/{reference}"), str::to_owned),
    }
}
