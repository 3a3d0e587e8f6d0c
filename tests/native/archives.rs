//! Archives by date, and folders for one page only, in trees that addresses make.

use crate::support::visits::any_order;

#[test]
fn archives_are_grouped_by_year_and_by_month_if_a_year_is_long() {
    let sitemap = ["/blog/2023/05/07/bees", "/blog/2023/11/01/moss", "/blog/2024/05/ferns", "/blog/about"];
    assert_eq!(
        any_order(&sitemap, &[]),
        "Blog/\n  2023/\n    Bees </blog/2023/05/07/bees>\n    Moss </blog/2023/11/01/moss>\n  \
         2024/\n    Ferns </blog/2024/05/ferns>\n  About </blog/about>\n"
    );
    let long: Vec<String> = (0..60).map(|n| format!("/2023/{:02}/{:02}/post-{n}", n % 2 + 1, n % 28 + 1)).collect();
    let long: Vec<&str> = long.iter().map(|path| &**path).collect();
    let tree = any_order(&long, &[]);
    assert!(tree.starts_with("2023/\n  01/\n    Post 0 </2023/01/01/post-0>\n    Post 28 "), "{tree}");
    assert_eq!(tree.matches('\n').count(), 63);
    // Folders of different days with the same name are one, and so are those in them.
    let days = ["/2024/07/03/poetry/old/a", "/2024/06/14/poetry/b", "/2024/06/14/poetry/old/c", "/2024/06/14/prose/d"];
    assert_eq!(
        any_order(&days, &[]).lines().map(|line| line.split(" <").next().unwrap_or(line)).collect::<Vec<_>>(),
        ["2024/", "  Poetry/", "    Old/", "      A", "      C", "    B", "  Prose/", "    D"]
    );
    // Numbers that are no dates stay.
    assert_eq!(
        any_order(&["/2023/15/a", "/v/12/05/a"], &[]),
        "2023/\n  15/\n    A </2023/15/a>\nV/\n  12/\n    05/\n      A </v/12/05/a>\n"
    );
}

#[test]
fn days_of_an_archive_keep_their_month() {
    let days = ["/2017/06/26.html", "/2017/05/26/", "/2017/05/27/", "/2017/04/1"];
    assert_eq!(
        any_order(&days, &[]),
        "2017/\n  26 June </2017/06/26.html>\n  26 May </2017/05/26/>\n  27 May </2017/05/27/>\n  1 April </2017/04/1>\n"
    );
}

#[test]
fn a_folder_for_one_page_is_no_level() {
    let pages = [
        "/clanok/856577/first-article/",
        "/clanok/856600/second-article/",
        "/blog/one-post?source=rss",
        "/blog/two-posts?source=rss",
        "/t/ripe-beans/81234",
        "/t/sour-grapes/81235",
        "/p/0b9a6c3e-5d0f-4a6b-9d53-0f6a2d1f9c11/soil",
        "/p/about",
    ];
    assert_eq!(
        any_order(&pages, &[]),
        "Clanok/\n  First article </clanok/856577/first-article/>\n  Second article </clanok/856600/second-article/>\n\
         Blog/\n  One post </blog/one-post?source=rss>\n  Two posts </blog/two-posts?source=rss>\n\
         T/\n  Ripe beans </t/ripe-beans/81234>\n  Sour grapes </t/sour-grapes/81235>\n\
         P/\n  Soil </p/0b9a6c3e-5d0f-4a6b-9d53-0f6a2d1f9c11/soil>\n  About </p/about>\n"
    );
    // A folder with a second page, a version, a name of words, and a year are levels.
    let levels = ["/a/856577/one", "/a/856577/two", "/docs/2.1/start", "/guide/use", "/news/2024"];
    assert_eq!(
        any_order(&levels, &[]),
        "A/\n  856577/\n    One </a/856577/one>\n    Two </a/856577/two>\n\
         Docs/\n  2.1/\n    Start </docs/2.1/start>\nGuide/\n  Use </guide/use>\nNews/\n  2024 </news/2024>\n"
    );
}
