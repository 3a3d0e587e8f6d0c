//! Long titles in a narrow sidebar: what is in sight of a title differs from its siblings.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, browser_test};

use crate::filter::filter_by;
use crate::site::{Page, Site, heading, page, visit};

const GROUPS: &[&[&str]] = &[
    // the same start
    &["Code style and naming", "Code style and numbers", "Code style and order of the parts of a file"],
    // the same end
    &["Planting in the garden handbook", "Pruning in the garden handbook", "Picking in the garden handbook"],
    // both
    &[
        "How to configure the database server in production",
        "How to configure the mail server in production",
        "How to configure the web server in production",
    ],
    &["Release notes 2.10.4-beta.11", "Release notes 2.10.4-beta.12", "Release notes 2.10.4-beta.13"],
    // no white space
    &[
        "株式会社年次報告書および財務諸表の概要第三版",
        "株式会社年次報告書および財務諸表の概要第四版",
        "株式会社年次報告書および財務諸表の概要第五版",
    ],
    // right to left
    &[
        "دليل المستخدم لبرنامج إدارة الحدائق الجديد",
        "دليل المستخدم لبرنامج إدارة الحدائق القديم",
        "دليل المستخدم لبرنامج إدارة الحدائق الكبير",
    ],
];

/// A branch for each title, with a page in it.
fn site() -> Vec<Page> {
    let number = |group: usize, at: usize| format!("/{group}/{at}");
    let branch = |group: usize, (at, title): (usize, &&str)| {
        page(title, &number(group, at)).with([page("Introduction", &(number(group, at) + "/introduction"))])
    };
    let pages = |(group, titles): (usize, &&[&str])| {
        heading(&format!("Group {group}"))
            .with(titles.iter().enumerate().map(|each| branch(group, each)).collect::<Vec<_>>())
    };
    GROUPS.iter().enumerate().map(pages).collect()
}

/// The letters of each title that are in sight: those in the boxes of the title and its parts.
const IN_SIGHT: &str = "const titles = all('[role=treeitem][aria-level=\"2\"] > .title');
    const letters = (title) => {
        const walker = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        let text = '';
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const boxes = [title.getBoundingClientRect(), (node.parentElement.closest('.title > span') ?? title).getBoundingClientRect()];
            for (let at = 0; at < node.length; at++) {
                range.setStart(node, at);
                range.setEnd(node, at + 1);
                const { left, right, top } = range.getBoundingClientRect();
                if (boxes.every((box) => left >= box.left - 1 && right <= box.right + 1 && top < box.bottom - 1)) text += node.data[at];
            }
        }
        return text;
    };
    return titles.map((title) => [title.textContent, letters(title)]);";

async fn check(browser: &Browser, what: &str) -> Result<()> {
    let shown: Vec<[String; 2]> = browser.in_sidebar_as(IN_SIGHT, &[]).await?;
    ensure!(shown.len() > 8, "{what}: only {} titles show", shown.len());
    for [title, letters] in &shown {
        let others = shown.iter().filter(|[other, _]| other != title);
        let same: Vec<_> = others.filter(|[_, other]| other == letters).map(|[title, _]| title).collect();
        ensure!(same.is_empty(), "{what}: {letters:?} is all that shows of {title:?} and of {same:?}");
        ensure!(letters.chars().count() >= 8, "{what}: only {letters:?} shows of {title:?}");
    }
    Ok(())
}

#[test]
fn a_start_that_leaves_room_for_the_difference_stays() -> Result<()> {
    browser_test("a_start_that_leaves_room_for_the_difference_stays", async |browser| {
        let pages = ["Exposing FastCGI servers", "Exposing TCP and UDP services"].map(|title| page(title, title));
        let site = Site::start(&[heading("Guide").with(pages)])?;
        visit(browser, &site).await?;
        browser.set_sidebar_width(240).await?;
        browser.in_sidebar("one('#tree').session.expandAll(); one('#tree').refresh();", &[]).await?;
        browser.wait_for_rows("all rows", |rows| rows.len() == 3).await?;
        let shown: Vec<[String; 2]> = browser.in_sidebar_as(IN_SIGHT, &[]).await?;
        let letters = &shown[1][1];
        ensure!(letters.starts_with("Exposing TCP and ") && letters.len() < shown[1][0].len(), "{letters:?} shows");
        Ok(())
    })
}

#[test]
fn what_shows_of_a_long_title_differs_from_its_siblings() -> Result<()> {
    browser_test("what_shows_of_a_long_title_differs_from_its_siblings", async |browser| {
        let site = Site::start(&site())?;
        browser.resize(900, 1150).await?;
        visit(browser, &site).await?;
        browser.in_sidebar("one('#tree').session.expandAll(); one('#tree').refresh();", &[]).await?;
        for width in [180, 240, 300] {
            browser.set_sidebar_width(width).await?;
            browser.wait_for_rows("all rows", |rows| rows.len() > 35).await?;
            check(browser, &format!("{width} px, open branches")).await?;
        }
        browser.set_sidebar_width(180).await?;
        browser.focus(At::Css("#filter")).await?;
        for text in ["co", "how", "style", "server", "e"] {
            filter_by(browser, text).await?;
            let shown: Vec<[String; 2]> = browser.in_sidebar_as(IN_SIGHT, &[]).await?;
            for [title, letters] in &shown {
                let same = shown.iter().any(|[other, same]| other != title && same == letters);
                ensure!(!same, "filtered by {text:?}: {letters:?} is all that shows of {title:?}, in {shown:#?}");
            }
        }
        Ok(())
    })
}
