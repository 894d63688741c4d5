/**
 * For sh: the public authorities of the system, or those of Python's certifi, followed by Weir's own. Nothing is written or
 * exported where neither is there: a bundle without the public authorities breaks every connection that is not decrypted.
 */
export const BUNDLE_COMMANDS = `roots=$(ls /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/cert.pem 2>/dev/null | head -n 1)
roots=\${roots:-$(python3 -m certifi)} && cat "$roots" weir-ca.pem > weir-bundle.pem &&
export SSL_CERT_FILE=$PWD/weir-bundle.pem REQUESTS_CA_BUNDLE=$PWD/weir-bundle.pem`
