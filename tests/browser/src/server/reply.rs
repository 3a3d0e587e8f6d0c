//! The answers of a site, also slow and broken ones.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use tokio::sync::{mpsc, watch};
use tokio_stream::wrappers::ReceiverStream;

/// Releases the bytes that [`Reply::held`] holds back.
#[derive(Clone, Debug)]
pub struct Gate(watch::Sender<bool>);

impl Gate {
    /// Releases the held bytes for every request, now and later.
    pub fn open(&self) {
        self.0.send_replace(true);
    }
}

/// An answer of a site.
#[derive(Clone, Debug)]
pub struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    body: Content,
}

#[derive(Clone, Debug)]
enum Content {
    Whole(Bytes),
    /// the first part at once, the second when the gate opens
    Held {
        first: Bytes,
        rest: Bytes,
        gate: watch::Receiver<bool>,
    },
    /// the connection ends before the announced length
    Truncated(Bytes),
    /// chunks with a pause between
    Drip {
        bytes: Bytes,
        chunk: usize,
        pause: Duration,
    },
    /// these bytes and then nothing; the connection stays open
    Stalled(Bytes),
    /// no answer at all; the connection stays open
    Silence,
    /// parts that are made while they are sent, with a pause after each
    Made(Maker, Duration),
}

/// Makes the parts of an answer for each request.
#[derive(Clone)]
struct Maker(Arc<dyn Fn() -> Box<dyn Iterator<Item = Bytes> + Send> + Send + Sync>);

impl fmt::Debug for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Maker")
    }
}

impl Reply {
    /// An answer with this status, media type and body.
    pub fn new(status: u16, media_type: &str, body: impl Into<Bytes>) -> Self {
        let headers = vec![("content-type".to_owned(), media_type.to_owned())];
        Self { status, headers, body: Content::Whole(body.into()) }
    }

    /// A web page.
    pub fn html(body: impl Into<Bytes>) -> Self {
        Self::new(200, "text/html; charset=utf-8", body)
    }

    /// A sitemap in RDF/XML.
    pub fn rdf(body: impl Into<Bytes>) -> Self {
        Self::new(200, "application/rdf+xml", body)
    }

    /// An error of the site, with an error page.
    pub fn status(status: u16) -> Self {
        Self::new(
            status,
            "text/html; charset=utf-8",
            format!("<!doctype html><title>{status}</title><h1>{status}</h1>"),
        )
    }

    /// A redirect.
    pub fn redirect(to: &str) -> Self {
        Self::status(302).with_header("location", to)
    }

    /// No answer. The connection stays open.
    pub fn silence() -> Self {
        Self { body: Content::Silence, ..Self::status(200) }
    }

    /// An answer whose parts are made while they are sent. It can be large or endless.
    pub fn made<I>(media_type: &str, parts: impl Fn() -> I + Send + Sync + 'static) -> Self
    where
        I: Iterator<Item = Bytes> + Send + 'static,
    {
        let maker = Maker(Arc::new(move || Box::new(parts())));
        Self { body: Content::Made(maker, Duration::ZERO), ..Self::new(200, media_type, "") }
    }

    /// The same as [`Reply::made`], with a pause after each part.
    pub fn paced(mut self, pause: Duration) -> Self {
        if let Content::Made(_, between) = &mut self.body {
            *between = pause;
        }
        self
    }

    /// The same with one more header.
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same, but only the first `first` bytes arrive before the gate opens.
    pub fn held(mut self, first: usize) -> (Self, Gate) {
        let (sender, gate) = watch::channel(false);
        let mut first_part = self.bytes();
        let rest = first_part.split_off(first.min(first_part.len()));
        self.body = Content::Held { first: first_part, rest, gate };
        (self, Gate(sender))
    }

    /// The same, but the connection breaks off after the first `length` bytes.
    pub fn truncated(mut self, length: usize) -> Self {
        let bytes = self.bytes();
        self.headers.push(("content-length".to_owned(), bytes.len().to_string()));
        self.body = Content::Truncated(bytes.slice(..length.min(bytes.len())));
        self
    }

    /// The same in chunks of `chunk` bytes, with a pause between.
    pub fn dripping(mut self, chunk: usize, pause: Duration) -> Self {
        self.body = Content::Drip { bytes: self.bytes(), chunk: chunk.max(1), pause };
        self
    }

    /// The same, but nothing arrives after the first `length` bytes. The connection stays open.
    pub fn stalled(mut self, length: usize) -> Self {
        let bytes = self.bytes();
        self.body = Content::Stalled(bytes.slice(..length.min(bytes.len())));
        self
    }

    /// The whole body. Empty for parts that are made while they are sent.
    fn bytes(&self) -> Bytes {
        match &self.body {
            Content::Made(..) | Content::Silence => Bytes::new(),
            Content::Whole(bytes)
            | Content::Truncated(bytes)
            | Content::Drip { bytes, .. }
            | Content::Stalled(bytes) => bytes.clone(),
            Content::Held { first, rest, .. } => [first.as_ref(), rest.as_ref()].concat().into(),
        }
    }

    /// Returns `true` for [`Reply::silence`].
    pub(super) fn is_silence(&self) -> bool {
        matches!(self.body, Content::Silence)
    }

    pub(super) fn into_response(self) -> Response {
        let mut response = Response::new(self.body.into_body());
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        for (name, value) in self.headers {
            if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
                response.headers_mut().append(name, value);
            }
        }
        response
    }
}

impl Content {
    fn into_body(self) -> Body {
        if let Self::Whole(bytes) = self {
            return Body::from(bytes);
        }
        let (sender, receiver) = mpsc::channel::<io::Result<Bytes>>(1);
        tokio::spawn(async move {
            // If sending fails, the browser has closed the connection.
            match self {
                Self::Whole(_) | Self::Silence => {}
                Self::Held { first, rest, mut gate } => {
                    let _ = sender.send(Ok(first)).await;
                    let opened = tokio::select! {
                        opened = gate.wait_for(|open| *open) => opened.is_ok(),
                        () = sender.closed() => false,
                    };
                    if opened {
                        let _ = sender.send(Ok(rest)).await;
                    }
                }
                Self::Truncated(bytes) => {
                    let _ = sender.send(Ok(bytes)).await;
                    let _ = sender.send(Err(io::ErrorKind::ConnectionAborted.into())).await;
                }
                Self::Drip { mut bytes, chunk, pause } => {
                    while !bytes.is_empty() && !sender.is_closed() {
                        let part = bytes.split_to(chunk.min(bytes.len()));
                        let _ = sender.send(Ok(part)).await;
                        tokio::time::sleep(pause).await;
                    }
                }
                Self::Stalled(bytes) => {
                    let _ = sender.send(Ok(bytes)).await;
                    sender.closed().await;
                }
                Self::Made(Maker(parts), pause) => {
                    for part in parts() {
                        if sender.send(Ok(part)).await.is_err() {
                            break;
                        }
                        if !pause.is_zero() {
                            tokio::time::sleep(pause).await;
                        }
                    }
                }
            }
        });
        Body::from_stream(ReceiverStream::new(receiver))
    }
}
