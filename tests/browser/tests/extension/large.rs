//! The largest site in the specification's statistics table: ten pages on each branch, five levels.

use std::fmt::Write as _;

use anyhow::Result;
use navibar_browser_tests::{At, Key, Reply, browser_test};
use serde_json::json;

use crate::site::Site;

const WIDTH: u32 = 10;
const DEPTH: usize = 5;

/// A sitemap like in the statistics table: every page except those of the last level has [`WIDTH`] children.
fn large_sitemap() -> String {
    let mut xml = String::from(
        r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:map="http://www.oaklett.org/map/1.0#" xmlns:dc="http://purl.org/dc/elements/1.1/">"#,
    );
    write_page(&mut xml, "", 0);
    xml.push_str("</rdf:RDF>");
    xml
}

fn write_page(xml: &mut String, name: &str, depth: usize) {
    let about = if name.is_empty() { "urn:sitemap:root".to_owned() } else { format!("urn:page:{name}") };
    let _ = write!(xml, "<rdf:Description rdf:about=\"{about}\">");
    if depth > 0 {
        let _ = write!(xml, "<dc:title>Page {name}</dc:title><dc:identifier>/{name}.html</dc:identifier>");
    }
    if depth == DEPTH {
        xml.push_str("</rdf:Description>\n");
        return;
    }
    let below = |n| if name.is_empty() { format!("{n}") } else { format!("{name}-{n}") };
    xml.push_str("<map:container><rdf:Seq>");
    for n in 1..=WIDTH {
        let _ = write!(xml, "<rdf:li rdf:resource=\"urn:page:{}\"/>", below(n));
    }
    xml.push_str("</rdf:Seq></map:container></rdf:Description>\n");
    for n in 1..=WIDTH {
        write_page(xml, &below(n), depth + 1);
    }
}

/// Checks that the visible rows fill the view below the pinned rows without a gap. Returns the first and the last of them.
const IN_SIGHT: &str = "
    const scroller = one('[part~=scroller]');
    const box = scroller.getBoundingClientRect();
    const placed = all('[role=treeitem]').map((row) => ({ row, ...row.getBoundingClientRect().toJSON() }));
    const isPinned = ({ row }) => getComputedStyle(row).position == 'sticky';
    const start = Math.max(box.top, ...placed.filter(isPinned).map(({ bottom }) => bottom));
    const rows = placed
        .filter((each) => !isPinned(each) && each.bottom > start + 1 && each.top < box.bottom - 1)
        .sort((a, b) => a.top - b.top);
    if (rows.length == 0) throw new Error('no row in sight');
    const gap = rows.find(({ top }, i) => Math.abs(top - (i == 0 ? Math.min(top, start) : rows[i - 1].bottom)) > 1);
    if (gap) throw new Error('a gap above ' + gap.row.textContent);
    if (rows.at(-1).bottom < box.bottom - 1) throw new Error('blank below ' + rows.at(-1).row.textContent);
    if (rows.some(({ row }) => !row.textContent.startsWith('Page '))) throw new Error('a row without a title');
    return [rows[0].row.textContent, rows.at(-1).row.textContent];";

#[test]
fn a_hundred_thousand_pages_load_expand_and_scroll() -> Result<()> {
    browser_test("a_hundred_thousand_pages_load_expand_and_scroll", async |firefox| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.rdf", Reply::rdf(large_sitemap()));
        firefox.goto(&site.url("/")).await?;
        firefox.open_sidebar().await?;
        firefox.wait_in_sidebar("all pages", "return one('#count').textContent.includes('111,110 pages')", &[]).await?;
        let rows = firefox.wait_for_rows("the top level", |rows| rows.len() == 10).await?;
        assert_eq!(rows[9].name, "Page 10");

        let unfolded = firefox
            .in_sidebar(
                "const bar = one('navi-bar'); bar.session.expandAll(); bar.refresh(); return bar.session.rowCount;",
                &[],
            )
            .await?;
        assert_eq!(unfolded, 111_110);
        firefox.focus(At::Row("Page 1")).await?;
        firefox.press(Key::End).await?;
        let last = firefox
            .wait_until("the last row", async || {
                let [first, last]: [String; 2] = firefox.in_sidebar_as(IN_SIGHT, &[]).await?;
                Ok((last == "Page 10-10-10-10-10").then_some((first, last)))
            })
            .await?;
        assert!(last.0.starts_with("Page 10-10-10-"), "from {} to {}", last.0, last.1);
        let rows = firefox.rows().await?;
        let end = rows.last().cloned().unwrap_or_default();
        assert_eq!((end.level, end.setsize, end.posinset, end.focused), (5, 10, 10, true));

        // Scrolls by the wheel from the end, and by jumps of the scroll bar.
        firefox.wheel(At::Css("[part~=scroller]"), -2000).await?;
        firefox
            .wait_in_sidebar(
                "rows further up",
                &IN_SIGHT.replace("return [", "return rows.at(-1).row.textContent != 'Page 10-10-10-10-10' && ["),
                &[],
            )
            .await?;
        for percent in [100, 99, 50, 73, 1, 0] {
            let jump = "
                const bar = one('[part~=scroller]');
                bar.scrollTop = (bar.scrollHeight - bar.clientHeight) * args[0] / 100;
                await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));";
            let [first, last]: [String; 2] =
                firefox.in_sidebar_as(&format!("{jump}{IN_SIGHT}"), &[json!(percent)]).await?;
            match percent {
                0 => assert_eq!(first, "Page 1"),
                100 => assert_eq!(last, "Page 10-10-10-10-10"),
                _ => {}
            }
        }
        let elements: u32 =
            firefox.in_sidebar_as("return one('navi-bar').shadowRoot.querySelectorAll('*').length;", &[]).await?;
        assert!(elements < 1000, "{elements} elements for a window of about forty rows");
        Ok(())
    })
}
