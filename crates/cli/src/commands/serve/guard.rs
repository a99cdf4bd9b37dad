//! Who may ask: a page of this server only.
//!
//! A page from elsewhere that the reader has open can send requests to this machine.  It cannot forge the headers `Host` and `Origin`:
//! a name that its owner points at this machine (DNS rebinding) shows in the former, where the page came from in the latter.

use std::net::SocketAddr;

use hyper::header::{CONTENT_TYPE, HOST, HeaderName, ORIGIN};
use hyper::{HeaderMap, StatusCode};

use super::respond::Refusal;

/// The names under which the server is reached.
pub(super) struct Guard {
    hosts: [String; 2],
}

impl Guard {
    pub(super) fn new(address: SocketAddr) -> Self {
        let port = address.port();
        Self {
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
        }
    }

    /// Refuses a request that was meant for another host.
    pub(super) fn host(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        if headers.get_all(HOST).iter().count() > 1 {
            return Err(Refusal::new(
                StatusCode::BAD_REQUEST,
                "a request has one header Host".to_owned(),
            ));
        }
        let host = text(headers, HOST);
        if host.is_some_and(|host| self.hosts.iter().any(|known| known == host)) {
            return Ok(());
        }
        let own = &self.hosts[0];
        Err(Refusal::new(
            StatusCode::FORBIDDEN,
            format!("this is http://{own}/ and no other host"),
        ))
    }

    /// Refuses a question that does not come from the server's own page, or that is no JSON document.
    pub(super) fn question(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let is_own = |origin: &str| {
            let host = origin.strip_prefix("http://");
            host.is_some_and(|host| self.hosts.iter().any(|known| known == host))
        };
        let origin = headers.contains_key(ORIGIN).then(|| text(headers, ORIGIN));
        // Programs other than browsers send no origin.
        if !origin.is_none_or(|origin| origin.is_some_and(is_own)) {
            return Err(Refusal::new(
                StatusCode::FORBIDDEN,
                "only the server's own page may ask".to_owned(),
            ));
        }
        let kind = text(headers, CONTENT_TYPE).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "a question is a document of type application/json".to_owned(),
            ));
        }
        Ok(())
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}
