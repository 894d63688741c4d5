/** The first certificate of a PEM: the server's own. The others are its issuers, which sign for others too. */
export function firstCertificate(pem: string): string {
  return /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/.exec(pem)?.[0] ?? pem
}
