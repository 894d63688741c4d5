import type { SecureContextOptions } from 'node:tls'

/**
 * What is offered to servers: what browsers offer and have no reason to fear. Forward secrecy and authenticated encryption
 * only, no finite-field Diffie-Hellman, no SHA-1, nothing below 112 bits (OpenSSL's level 2: RSA of 2048 bits). The order
 * is Chrome's. Signatures are those that browsers know, and P-521 and Ed25519, which companies use inside.
 */
export const UPSTREAM_TLS = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    '@SECLEVEL=2',
  ].join(':'),
  ecdhCurve: 'X25519MLKEM768:X25519:P-256:P-384:P-521',
  sigalgs: [
    'ecdsa_secp256r1_sha256',
    'rsa_pss_rsae_sha256',
    'rsa_pkcs1_sha256',
    'ecdsa_secp384r1_sha384',
    'rsa_pss_rsae_sha384',
    'rsa_pkcs1_sha384',
    'rsa_pss_rsae_sha512',
    'rsa_pkcs1_sha512',
    'ecdsa_secp521r1_sha512',
    'ed25519',
  ].join(':'),
} as const satisfies SecureContextOptions
