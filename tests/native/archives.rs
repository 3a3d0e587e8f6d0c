//! Archives, and folders for one page only, in trees that addresses make.

use crate::support::network::{Answer, Network, index, open_page};
use crate::support::visits::{any_order, outline, page, url};
use navibar::page_facts::{Crumb, PageFacts};
use navibar::session::Session;
use std::cell::RefCell;

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
    // Numbers that are not dates stay.
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

/// Returns a sitemap of these paths, each with its date.
fn dated(pages: &[(&str, &str)]) -> String {
    let entry = |(path, date): &(&str, &str)| format!("<url><loc>{}</loc><lastmod>{date}</lastmod></url>", url(path));
    let entries: String = pages.iter().map(entry).collect();
    format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{entries}</urlset>")
}

/// Opens a site with these sitemaps.
fn open(sitemaps: &[(&str, &str)]) -> RefCell<Session> {
    let urls: Vec<String> = sitemaps.iter().map(|(name, _)| url(name)).collect();
    let urls: Vec<&str> = urls.iter().map(|url| &**url).collect();
    let mut network = Network::ready().answer(&url("/sitemap.xml"), Ok(Answer::ok(&index(&urls))));
    for (name, text) in sitemaps {
        network = network.answer(&url(name), Ok(Answer::ok(text)));
    }
    let session = RefCell::new(Session::default());
    open_page(&session, &network, &RefCell::default(), &url("/"));
    session
}

fn tree_of(sitemaps: &[(&str, &str)]) -> String {
    outline(&open(sitemaps))
}

const PAGES: [(&str, &str); 2] = [("/about/", "2024-03-01"), ("/shop/", "2021-01-01")];

const POSTS: [(&str, &str); 5] = [
    ("/blog/", "2024-05-04T09:00:00Z"),
    ("/2023/01/oaks/", "2023-01-01T09:00:00Z"),
    ("/ferns/", "2023-02-02T09:00:00Z"),
    ("/mosses/", "2024-05-01T09:00:00Z"),
    ("/lichens/", "2024-05-04T09:00:00Z"),
];

#[test]
fn pages_of_a_kind_are_below_the_page_that_their_sitemap_begins_with() {
    let products = [
        ("/shop/", "2024-06-04"),
        ("/product/spade/", "2024-06-01"),
        ("/product/rake/", "2024-06-02"),
        ("/product/hoe/", "2024-06-03"),
        ("/product/axe/", "2024-06-03"),
    ];
    let sitemaps = [
        ("/page-sitemap.xml", &*dated(&PAGES)),
        ("/post-sitemap.xml", &dated(&POSTS)),
        ("/product-sitemap.xml", &dated(&products)),
    ];
    assert_eq!(
        tree_of(&sitemaps),
        "About </about/>\nShop </shop/>\n  Spade </product/spade/>\n  Rake </product/rake/>\n  Hoe </product/hoe/>\n  \
         Axe </product/axe/>\nBlog </blog/>\n  2023/\n    Oaks </2023/01/oaks/>\n  Ferns </ferns/>\n  \
         Mosses </mosses/>\n  Lichens </lichens/>\n"
    );
}

#[test]
fn the_first_page_of_a_sitemap_without_the_date_of_the_last_one_is_no_archive() {
    let flat = "About </about/>\nShop </shop/>\nBlog </blog/>\n2023/\n  Oaks </2023/01/oaks/>\nFerns </ferns/>\n\
                Mosses </mosses/>\nLichens </lichens/>\n";
    let changed = |at: usize, date| {
        let mut posts = POSTS;
        posts[at].1 = date;
        tree_of(&[("/page-sitemap.xml", &dated(&PAGES)), ("/post-sitemap.xml", &dated(&posts))])
    };
    assert_eq!(changed(0, "2024-05-03T09:00:00Z"), flat, "another date");
    assert_eq!(changed(2, "2024-05-03T09:00:00Z"), flat, "the others are not sorted");
    let mut posts = POSTS;
    posts.iter_mut().for_each(|post| post.1 = "2024-05-04");
    assert_eq!(tree_of(&[("/page-sitemap.xml", &dated(&PAGES)), ("/post-sitemap.xml", &dated(&posts))]), flat);
}

#[test]
fn folders_of_tags_and_categories_are_known_by_their_sitemaps() {
    let tags = dated(&[("/schlagwort/oak/", "2024-05-04"), ("/schlagwort/fern/", "2024-05-04")]);
    let kinds = dated(&[("/produkte/tools/", "2024-05-04"), ("/produkte/seeds/", "2024-05-04")]);
    let sitemaps = [
        ("/page-sitemap.xml", &*dated(&PAGES)),
        ("/post_tag-sitemap.xml", &tags),
        ("/product_cat-sitemap.xml", &kinds),
    ];
    assert_eq!(
        tree_of(&sitemaps),
        "About </about/>\nShop </shop/>\nTags and archives/\n  Schlagwort/\n    Oak </schlagwort/oak/>\n    \
         Fern </schlagwort/fern/>\n  Produkte/\n    Tools </produkte/tools/>\n    Seeds </produkte/seeds/>\n"
    );
}

#[test]
fn the_category_of_a_visited_page_is_below_the_archive() {
    let crumbs = [("Home", Some("/")), ("Trees", Some("/trees/")), ("Ferns", None)];
    let crumbs = crumbs.map(|(text, path)| Crumb { text: text.to_owned(), url: path.map(url) }).to_vec();
    let visits = [PageFacts { breadcrumbs: vec![crumbs], ..page("/ferns/", "Ferns", &[]) }];
    let session = open(&[("/page-sitemap.xml", &dated(&PAGES)), ("/post-sitemap.xml", &dated(&POSTS))]);
    visits.into_iter().for_each(|visit| _ = session.borrow_mut().add_facts(visit));
    let tree = outline(&session);
    assert!(tree.contains("\nBlog </blog/>\n  Trees </trees/>\n    Ferns </ferns/>\n  2023/\n"), "{tree}");
}
