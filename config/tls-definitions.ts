import { optional, PEM_FILE, required } from './definition.ts'
import * as parse from './parsers.ts'

/** The interception CA, and how servers are verified. */
export const TLS_DEFINITIONS = {
  caDays: required(
    'WEIR_CA_DAYS',
    '730',
    parse.integer(1, 3650),
    'a number of days from 1 to 3650',
    'how long a new CA lives; one that is there keeps its life',
  ),
  caNameConstraints: required(
    'WEIR_CA_NAME_CONSTRAINTS',
    '',
    parse.list(parse.constraint),
    'a comma-separated list of domains, addresses and CIDRs, and of the word catalogue',
    'what a new CA may sign for: these domains with all names below them; catalogue adds the known AI services and WEIR_INTERCEPT_HOSTS. The names of this installation and private addresses are always added. Empty: everything',
  ),
  caPassphrase: optional(
    'WEIR_CA_PASSPHRASE',
    parse.string,
    'a passphrase',
    'the passphrase of ca.key, where it is encrypted; a new key is encrypted with it',
    { secret: true },
  ),
  upstreamRoots: required(
    'WEIR_UPSTREAM_ROOTS',
    'all',
    parse.oneOf('all', 'system'),
    'all or system',
    'the roots that upstream servers are verified against, besides WEIR_UPSTREAM_CA. all: those of the system and those that Node brings along, without those that the system lists as distrusted. system: those of the system only',
  ),
  autoBypass: required(
    'WEIR_AUTO_BYPASS',
    'off',
    parse.oneOf('off', 'on'),
    'off or on',
    'on: a client that has refused the certificate of a host three times within ten minutes passes through to that host, uninspected. Only for hosts of WEIR_INTERCEPT_HOSTS, never for a known AI service; each time raises an alert',
  ),
  autoBypassHours: required(
    'WEIR_AUTO_BYPASS_HOURS',
    '24',
    parse.integer(1, 24),
    'a number of hours from 1 to 24',
    'for how long WEIR_AUTO_BYPASS lets a client through',
  ),
  proxyTls: required(
    'WEIR_PROXY_TLS',
    'off',
    parse.oneOf('off', 'auto'),
    'off or auto',
    'TLS on the port of the proxy itself. auto: a certificate signed by the local CA, for the names and addresses of this machine. With WEIR_PROXY_TLS_CERT it is always on',
  ),
  proxyTlsCert: optional(
    'WEIR_PROXY_TLS_CERT',
    parse.certificates,
    PEM_FILE,
    'the certificate of the port of the proxy, with its chain; needs WEIR_PROXY_TLS_KEY',
  ),
  proxyTlsKey: optional(
    'WEIR_PROXY_TLS_KEY',
    parse.privateKey,
    'the path of a file with a PEM private key',
    'the private key of WEIR_PROXY_TLS_CERT',
    { secret: true, isPath: true },
  ),
  ech: required(
    'WEIR_ECH',
    'end',
    parse.oneOf('end', 'pass'),
    'end or pass',
    'what becomes of a tunnel whose TLS hello hides the name of its server (Encrypted Client Hello) behind a name that AI services share, such as cloudflare-ech.com',
  ),
  ocspStapling: required(
    'WEIR_OCSP_STAPLING',
    'on',
    parse.oneOf('on', 'off'),
    'on or off',
    'on: upstream servers are asked for the revocation status of their certificate (OCSP stapling); one that is revoked is refused, and one that must bring its status and does not',
  ),
  upstreamExceptions: required(
    'WEIR_UPSTREAM_EXCEPTIONS',
    '',
    parse.list(parse.certificateException),
    'a comma-separated list of host=SHA-256 fingerprint of its certificate, such as old.example=AB:CD:...',
    'certificates that are accepted from one host each although they do not pass verification; each use is counted in weir_proxy_upstream_exceptions_total',
  ),
} as const
