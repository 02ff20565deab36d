//! An answer with its headers, and how it is sent.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use anyhow::Result;
use fiord_messages::{Fixed, Lang, serve as messages};
use fiord_report::html::{Framed, message};
use hyper::Response;
use hyper::body::{Body, Bytes, Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

const HTML: &str = "text/html; charset=utf-8";

/// What is sent back.
pub(super) struct ServedPage {
    pub(super) code: u16,
    pub(super) kind: &'static str,
    /// Its Content-Security-Policy, without who may frame it: nobody.
    pub(super) policy: String,
    pub(super) content: ServedContent,
}

/// A page that is complete, or events as they come.
pub(super) enum ServedContent {
    Page(String),
    Events(mpsc::Receiver<String>),
}

/// A page as an answer.
pub(super) fn with_code(code: u16, framed: Framed) -> ServedPage {
    ServedPage {
        code,
        kind: HTML,
        policy: framed.policy,
        content: ServedContent::Page(framed.html),
    }
}

/// A request that may not be answered.
pub(super) fn refused(code: u16, why: Fixed, lang: Lang) -> ServedPage {
    with_code(code, message(messages::title_refused(lang), why(lang), lang))
}

pub(super) fn failed(why: &str, lang: Lang) -> ServedPage {
    with_code(500, message(messages::title_store_not_readable(lang), why, lang))
}

pub(super) fn busy(lang: Lang) -> ServedPage {
    refused(503, messages::too_many_requests, lang)
}

impl ServedPage {
    /// Makes it an answer with the headers that every answer has.
    pub(super) fn respond(self, place: Option<OwnedSemaphorePermit>) -> Result<Response<ResponseBody>> {
        let response = Response::builder()
            .status(self.code)
            .header("Content-Type", self.kind)
            .header(
                "Content-Security-Policy",
                format!("{}; frame-ancestors 'none'", self.policy),
            )
            .header("X-Content-Type-Options", "nosniff")
            .header("Referrer-Policy", "no-referrer")
            .header("Cross-Origin-Resource-Policy", "same-origin")
            .header("Cross-Origin-Opener-Policy", "same-origin")
            .header("Cache-Control", "no-store");
        Ok(response.body(ResponseBody {
            content: self.content,
            _place: place,
        })?)
    }
}

/// A body that keeps the place of its request until hyper has all of it or the reader has gone.
pub(super) struct ResponseBody {
    content: ServedContent,
    _place: Option<OwnedSemaphorePermit>,
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let text = match &mut self.content {
            ServedContent::Page(text) => {
                Poll::Ready(Some(std::mem::take(text)).filter(|text| !text.is_empty()))
            }
            ServedContent::Events(events) => events.poll_recv(context),
        };
        text.map(|text| text.map(|text| Ok(Frame::data(Bytes::from(text)))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(&self.content, ServedContent::Page(text) if text.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match &self.content {
            ServedContent::Page(text) => SizeHint::with_exact(text.len() as u64),
            ServedContent::Events(_) => SizeHint::default(),
        }
    }
}
