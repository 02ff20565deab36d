//! An answer with its headers, and how it is sent.

use fiord_report::html::{Framed, message};
use tiny_http::{Header, Request, Response};

const HTML: &str = "text/html; charset=utf-8";

/// What is sent back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ServedPage {
    pub(super) code: u16,
    pub(super) kind: &'static str,
    /// Its Content-Security-Policy, without who may frame it: nobody.
    pub(super) policy: String,
    pub(super) body: String,
}

/// A page as an answer.
pub(super) fn with_code(code: u16, framed: Framed) -> ServedPage {
    ServedPage {
        code,
        kind: HTML,
        policy: framed.policy,
        body: framed.html,
    }
}

/// A request that may not be answered.
pub(super) fn refused(code: u16, why: &str) -> ServedPage {
    with_code(code, message("Refused", &format!("Not answered: {why}.")))
}

pub(super) fn failed(why: &str) -> ServedPage {
    with_code(500, message("The store cannot be shown", why))
}

pub(super) fn busy() -> ServedPage {
    refused(503, "too many requests at once")
}

/// The headers that every answer has.
pub(super) fn headers(kind: &str, policy: &str) -> [(&'static str, String); 7] {
    [
        ("Content-Type", kind.to_owned()),
        (
            "Content-Security-Policy",
            format!("{policy}; frame-ancestors 'none'"),
        ),
        ("X-Content-Type-Options", "nosniff".to_owned()),
        ("Referrer-Policy", "no-referrer".to_owned()),
        ("Cross-Origin-Resource-Policy", "same-origin".to_owned()),
        ("Cross-Origin-Opener-Policy", "same-origin".to_owned()),
        ("Cache-Control", "no-store".to_owned()),
    ]
}

/// Sends an answer. A reader that has gone is nobody's error.
pub(super) fn send(request: Request, answer: &ServedPage) {
    let mut response = Response::from_string(answer.body.clone()).with_status_code(answer.code);
    for (name, value) in headers(answer.kind, &answer.policy) {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    let _ = request.respond(response);
}
