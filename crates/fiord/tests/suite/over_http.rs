//! A server of fiord in a test: what it said, its address, and answers.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr};

/// What a program says on standard error, until it has said this.
pub(crate) fn said_until(child: &mut Child, words: &str) -> (String, BufReader<ChildStderr>) {
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut said = String::new();
    // On a narrow terminal the address can have a separate line.
    while !said.contains(words) {
        assert!(stderr.read_line(&mut said).unwrap() > 0, "{said}");
    }
    (said, stderr)
}

/// `127.0.0.1:PORT` of the first address that was said.
pub(crate) fn host_in(said: &str) -> String {
    let address = said.split("http://").nth(1).unwrap();
    address.split('/').next().unwrap().to_owned()
}

/// Head and body of the answer that follows a request.
pub(crate) fn answer(mut stream: &TcpStream) -> (String, String) {
    let mut whole = String::new();
    stream.read_to_string(&mut whole).unwrap();
    let (head, body) = whole.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

/// Head and body of a page of a server that is called by some name.
pub(crate) fn ask(host: &str, path: &str, named: &str) -> (String, String) {
    let mut stream = TcpStream::connect(host).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {named}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    answer(&stream)
}
