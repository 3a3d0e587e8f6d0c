//! Elements of an HTML file: their names, attributes and texts.

use markup5ever_rcdom::{Handle, NodeData};

/// The name of an element. `None` for other nodes.
pub(super) fn name(node: &Handle) -> Option<&str> {
    match &node.data {
        NodeData::Element { name, .. } => Some(&name.local),
        _ => None,
    }
}

/// The value of an attribute.
pub(super) fn attribute(node: &Handle, wanted: &str) -> Option<String> {
    let NodeData::Element { attrs, .. } = &node.data else { return None };
    attrs.borrow().iter().find(|each| &*each.name.local == wanted).map(|each| each.value.to_string())
}

/// The topmost descendants that a test selects, in document order.
pub(super) fn find(node: &Handle, test: &dyn Fn(&Handle) -> bool) -> Vec<Handle> {
    let mut found = Vec::new();
    let mut open: Vec<Handle> = node.children.borrow().iter().rev().cloned().collect();
    while let Some(node) = open.pop() {
        if test(&node) {
            found.push(node);
        } else {
            open.extend(node.children.borrow().iter().rev().cloned());
        }
    }
    found
}

/// The text of a node as a reader sees it, without drawings and scripts.
pub(super) fn text(node: &Handle) -> String {
    text_except(node, &|_| false)
}

/// The same without the elements that a test selects.
pub(super) fn text_except(node: &Handle, skip: &dyn Fn(&Handle) -> bool) -> String {
    let mut all = String::new();
    let mut open: Vec<Handle> = node.children.borrow().iter().rev().cloned().collect();
    while let Some(node) = open.pop() {
        if let NodeData::Text { contents } = &node.data {
            all.push_str(&contents.borrow());
        }
        match name(&node) {
            Some("svg" | "script" | "style" | "template" | "noscript") => {}
            Some(_) if skip(&node) => {}
            element => {
                if matches!(element, Some("br" | "div" | "p" | "li" | "ul" | "td")) {
                    all.push(' ');
                }
                open.extend(node.children.borrow().iter().rev().cloned());
            }
        }
    }
    collapsed(&all)
}

pub(super) fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn not_empty(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}
