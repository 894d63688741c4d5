//! hudsucker as a contestant: decrypts, parses the prompt, hashes it, runs five regular expressions (or, with `--forward`, does
//! nothing), forwards. Nothing is recorded. Arguments: CA certificate, CA key, upstream CA, upstream port, then perhaps `--forward`.
//! Prints the port it listens on.
use http_body_util::{BodyExt, Full};
use hudsucker::certificate_authority::RcgenAuthority;
use hudsucker::hyper::{Request, Uri};
use hudsucker::rcgen::{Issuer, KeyPair};
use hudsucker::rustls::crypto::aws_lc_rs;
use hudsucker::rustls::pki_types::{pem::PemObject, CertificateDer};
use hudsucker::rustls::{ClientConfig, RootCertStore};
use hudsucker::{Body, HttpContext, HttpHandler, Proxy, RequestOrResponse};
use hyper_util::rt::TokioIo;
use regex::bytes::{Regex, RegexBuilder};
use sha2::{Digest, Sha256};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::net::{TcpListener, TcpStream};

const PATTERNS: [&str; 5] = [
    r"\b[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+\b",
    r"(?:\+|\b00)\d{1,3}(?:[ .-]?\d){8,11}\b|\b0[1-9](?:[ .-]?\d{2}){4}\b",
    r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b",
    r"\b(?:\d[ -]?){13,18}\d\b",
    r"\b[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}\b",
];

#[derive(Clone)]
struct Inspect {
    patterns: Option<Arc<Vec<Regex>>>,
}

impl HttpHandler for Inspect {
    async fn handle_request(&mut self, _context: &HttpContext, request: Request<Body>) -> RequestOrResponse {
        let Some(patterns) = &self.patterns else { return request.into() };
        let (parts, body) = request.into_parts();
        let bytes = body.collect().await.expect("the body broke off").to_bytes();
        if let Ok(value) = serde_json::from_slice::<serde_json::Value>(&bytes) {
            let mut text = String::new();
            for message in value["messages"].as_array().into_iter().flatten() {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(message["content"].as_str().unwrap_or(""));
            }
            let hash = Sha256::digest(text.as_bytes());
            let findings: usize = patterns.iter().map(|pattern| pattern.find_iter(text.as_bytes()).count()).sum();
            std::hint::black_box((hash, findings));
        }
        Request::from_parts(parts, Body::from(Full::new(bytes))).into()
    }
}

/// Whatever the name, the upstream of this machine.
#[derive(Clone)]
struct Upstream(u16);

impl tower_service::Service<Uri> for Upstream {
    type Response = TokioIo<TcpStream>;
    type Error = std::io::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _uri: Uri) -> Self::Future {
        let port = self.0;
        Box::pin(async move {
            let stream = TcpStream::connect(("127.0.0.1", port)).await?;
            stream.set_nodelay(true)?;
            Ok(TokioIo::new(stream))
        })
    }
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let read = |index: usize| std::fs::read_to_string(&arguments[index]).expect("a file of the arguments cannot be read");
    let key = KeyPair::from_pem(&read(2)).expect("the CA's key cannot be read");
    let issuer = Issuer::from_ca_cert_pem(&read(1), key).expect("the CA's certificate cannot be read");
    let ca = RcgenAuthority::new(issuer, 1_000, aws_lc_rs::default_provider());

    let mut roots = RootCertStore::empty();
    let root = CertificateDer::from_pem_slice(read(3).as_bytes()).expect("the upstream's CA cannot be read");
    roots.add(root).expect("the upstream's CA is no root");
    let tls = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("no TLS versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let port = arguments[4].parse().expect("the upstream's port is no number");
    let connector = hyper_rustls::HttpsConnectorBuilder::new()
        .with_tls_config(tls)
        .https_or_http()
        .enable_http1()
        .wrap_connector(Upstream(port));

    let forward_only = arguments.get(5).is_some_and(|argument| argument == "--forward");
    // Word characters and digits are ASCII in the other contestants' patterns; it is also what makes this engine fast.
    let compile = |pattern: &&str| RegexBuilder::new(pattern).unicode(false).build().unwrap();
    let compiled = || Arc::new(PATTERNS.iter().map(compile).collect());
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("no port");
    println!("listening on {}", listener.local_addr().unwrap().port());
    let proxy = Proxy::builder()
        .with_listener(listener)
        .with_ca(ca)
        .with_http_connector(connector)
        .with_http_handler(Inspect { patterns: (!forward_only).then(compiled) })
        .build()
        .expect("the proxy cannot be built");
    proxy.start().await.expect("the proxy ended");
}
