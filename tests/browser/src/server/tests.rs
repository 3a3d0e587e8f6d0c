use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Instant;

use axum::body::Bytes;
use std::time::Duration;

use super::*;

/// The answer to a request line, until the connection ends.
fn ask(server: &Server, request: &str) -> Result<String> {
    let mut answer = Vec::new();
    connect(server, request)?.read_to_end(&mut answer)?;
    Ok(String::from_utf8(answer)?)
}

fn connect(server: &Server, request: &str) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(server.address)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    write!(stream, "{request} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    Ok(stream)
}

/// Reads until the answer ends with this text.
fn read_up_to(stream: &mut TcpStream, end: &str) -> Result<String> {
    let mut answer = String::new();
    while !answer.ends_with(end) {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        answer.push(char::from(byte[0]));
    }
    Ok(answer)
}

#[test]
fn a_folder_is_served_with_its_media_types_and_nothing_outside_it() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let site = folder.path().join("site");
    std::fs::create_dir_all(site.join("news"))?;
    for (name, text) in [("sitemap.rdf", "<rdf/>"), ("news/index.html", "news"), ("a.js", "1"), ("a.wasm", "w")] {
        std::fs::write(site.join(name), text)?;
    }
    std::fs::write(folder.path().join("secret.txt"), "secret")?;
    let server = Server::start()?;
    server.folder(&site);
    for (path, status, media_type, body) in [
        ("/sitemap.rdf", "200", "application/rdf+xml", "<rdf/>"),
        ("/news/", "200", "text/html", "news"),
        ("/a.js", "200", "text/javascript", "1"),
        ("/a.wasm", "200", "application/wasm", "w"),
        ("/missing.html", "404", "text/html", "404</h1>"),
        ("/../secret.txt", "404", "text/html", "404</h1>"),
        ("/%2e%2e/secret.txt", "404", "text/html", "404</h1>"),
    ] {
        let answer = ask(&server, &format!("GET {path}"))?;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{path}: {answer}");
        assert!(answer.contains(&format!("content-type: {media_type}")), "{path}: {answer}");
        assert!(answer.ends_with(body), "{path}: {answer}");
    }
    let head = ask(&server, "HEAD /sitemap.rdf")?;
    assert!(head.contains("content-length: 6") && head.ends_with("\r\n\r\n"), "{head}");
    Ok(())
}

#[test]
fn routes_come_before_the_folder_and_requests_are_recorded() -> Result<()> {
    let server = Server::start()?;
    server.route("/a", Reply::new(500, "text/plain", "broken").with_header("x-more", "yes"));
    let answer = ask(&server, "GET /a")?;
    assert!(
        answer.starts_with("HTTP/1.1 500 ") && answer.contains("x-more: yes") && answer.ends_with("broken"),
        "{answer}"
    );
    ask(&server, "GET /a?b=c")?;
    let paths: Vec<String> = server.requests().into_iter().map(|request| request.path).collect();
    assert_eq!(paths, ["/a", "/a?b=c"]);
    assert_eq!(server.requests_for("/a")[0].header("host"), Some("localhost"));
    Ok(())
}

#[test]
fn a_held_reply_continues_when_its_gate_opens() -> Result<()> {
    let server = Server::start()?;
    let (reply, gate) = Reply::rdf("firstrest").held(5);
    server.route("/", reply);
    let mut stream = connect(&server, "GET /")?;
    read_up_to(&mut stream, "first")?;
    gate.open();
    read_up_to(&mut stream, "rest")?;
    Ok(())
}

#[test]
fn a_truncated_reply_ends_early() -> Result<()> {
    let server = Server::start()?;
    server.route("/", Reply::rdf("0123456789").truncated(4));
    let answer = ask(&server, "GET /")?;
    assert!(answer.contains("content-length: 10") && answer.ends_with("\r\n\r\n0123"), "{answer}");
    Ok(())
}

#[test]
fn a_dripping_reply_is_complete_but_slow() -> Result<()> {
    let server = Server::start()?;
    let pause = Duration::from_millis(20);
    server.route("/", Reply::rdf("abc").dripping(1, pause));
    let started = Instant::now();
    let answer = ask(&server, "GET /")?;
    assert!(started.elapsed() >= pause * 2);
    let letters: String =
        answer.split("\r\n\r\n").skip(1).collect::<String>().chars().filter(char::is_ascii_lowercase).collect();
    assert_eq!(letters, "abc");
    Ok(())
}

#[test]
fn a_stalled_reply_does_not_keep_the_server_from_ending() -> Result<()> {
    let server = Server::start()?;
    server.route("/", Reply::rdf("0123456789").stalled(4));
    let mut stream = connect(&server, "GET /")?;
    read_up_to(&mut stream, "0123")?;
    let address = server.address;
    drop(server);
    while TcpStream::connect(address).is_ok() {
        sleep(Duration::from_millis(5));
    }
    Ok(())
}

#[test]
fn a_proxy_answers_for_each_host_from_its_files() -> Result<()> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("secret.txt"), "secret")?;
    for (name, text) in [
        ("a.example/index.html", "<p>Home"),
        ("a.example/map.xml", "<loc>https://a.example/</loc> <loc>https://c.example/</loc>"),
        ("a.example/.well-known/list", "https://b.example/?x"),
        ("b.example/index.html", "<p>B"),
    ] {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap_or(folder.path()))?;
        std::fs::write(file, text)?;
    }
    let server = Server::start()?;
    server.mirror(folder.path())?;
    server.route("http://b.example/routed", Reply::html("by a route"));
    for (url, media_type, end) in [
        ("http://a.example/", "text/html", "\r\n\r\n<p>Home"),
        ("http://b.example/?query", "text/html", "\r\n\r\n<p>B"),
        ("http://a.example/map.xml", "application/xml", "<loc>http://a.example/</loc> <loc>https://c.example/</loc>"),
        ("http://a.example/.well-known/list", "application/octet-stream", "\r\n\r\nhttp://b.example/?x"),
        ("http://b.example/routed", "text/html", "\r\n\r\nby a route"),
        ("http://a.example/routed", "text/html", "404</h1>"),
        ("http://b.example/map.xml", "text/html", "404</h1>"),
        ("http://c.example/", "text/html", "404</h1>"),
        ("http://a.example/../secret.txt", "text/html", "404</h1>"),
    ] {
        let answer = ask(&server, &format!("GET {url}"))?;
        assert!(answer.contains(&format!("content-type: {media_type}")) && answer.ends_with(end), "{url}: {answer}");
        assert_eq!(server.requests_for(url).len(), 1, "{url}");
    }
    assert_eq!(server.requests()[1].host, "b.example");
    assert!(ask(&server, "GET /map.xml")?.ends_with("404</h1>"), "without a host there is no site");
    server.otherwise(Reply::html("whatever"));
    assert!(ask(&server, "GET http://c.example/x")?.ends_with("whatever"));
    Ok(())
}

#[test]
fn a_proxy_serves_a_built_site_below_its_path() -> Result<()> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("secret.html"), "secret")?;
    let site = folder.path().join("site");
    for (name, text) in [
        ("index.html", "<p>Home <a href=\"https:&#x2F;&#x2F;a.example&#x2F;\">"),
        ("guide/index.html", "<p>Guide"),
        ("guide/first step.html", "<p>First"),
        ("v1.2.html", "<p>Version"),
    ] {
        let file = site.join(name);
        std::fs::create_dir_all(file.parent().unwrap_or(&site))?;
        std::fs::write(file, text)?;
    }
    let server = Server::start()?;
    server.sites(&[SiteFolder { host: "a.example".to_owned(), path: "/project/".to_owned(), folder: site }]);
    for (path, status, end) in [
        ("/project/", 200, "<p>Home <a href=\"http:&#x2F;&#x2F;a.example&#x2F;\">"),
        ("/project", 301, "301</h1>"),
        ("/project/guide", 301, "301</h1>"),
        ("/project/guide/?query", 200, "<p>Guide"),
        ("/project/guide/index.html", 200, "<p>Guide"),
        ("/project/guide/first%20step", 200, "<p>First"),
        ("/project/v1.2", 200, "<p>Version"),
        ("/project/v1.2.html/", 404, "404</h1>"),
        ("/project/%2e%2e/secret", 404, "404</h1>"),
        ("/projects/guide/", 404, "404</h1>"),
        ("/", 404, "404</h1>"),
    ] {
        let answer = ask(&server, &format!("GET http://a.example{path}"))?;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")) && answer.ends_with(end), "{path}: {answer}");
        let moved = format!("location: http://a.example{path}/\r\n");
        assert_eq!(answer.contains(&moved), status == 301, "{path}: {answer}");
    }
    Ok(())
}

#[test]
fn a_proxy_changes_addresses_in_compressed_files_too() -> Result<()> {
    let folder = tempfile::tempdir()?;
    std::fs::create_dir(folder.path().join("a.example"))?;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(b"https://a.example/page")?;
    std::fs::write(folder.path().join("a.example/map.gz"), packed.finish()?)?;
    let server = Server::start()?;
    server.mirror(folder.path())?;
    let mut answer = Vec::new();
    connect(&server, "GET http://a.example/map.gz")?.read_to_end(&mut answer)?;
    let begin = answer.windows(4).position(|four| four == b"\r\n\r\n").context("no body")? + 4;
    let mut text = String::new();
    flate2::read::GzDecoder::new(&answer[begin..]).read_to_string(&mut text)?;
    assert_eq!(text, "http://a.example/page");
    Ok(())
}

#[test]
fn an_endless_reply_ends_when_the_reader_goes_away() -> Result<()> {
    let server = Server::start()?;
    server.route("/", Reply::made("text/plain", || (0..).map(|n| Bytes::from(format!("{n} ")))));
    for _ in 0..2 {
        let mut stream = connect(&server, "GET /")?;
        read_up_to(&mut stream, "\r\n\r\n2\r\n0 \r\n2\r\n1 \r\n")?;
    }
    Ok(())
}
