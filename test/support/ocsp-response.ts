import type { X509Certificate } from 'node:crypto'
import { createHash, sign } from 'node:crypto'
import { readCertificate } from '../../certs/certificate-fields.ts'
import * as der from '../../certs/der.ts'
import type { Signer } from './build-certificate.ts'
import { DAY } from './certificate-files.ts'

interface Options {
  readonly leaf: X509Certificate
  readonly issuer: Signer
  /** Signs in place of the issuer; its certificate goes along. */
  readonly responder?: Signer
  readonly status: 'good' | 'revoked' | 'unknown'
  readonly thisUpdate?: Date
  readonly nextUpdate?: Date
}

const time = (date: Date) => {
  const text = date.toISOString().replace(/[-:T]|\.\d+/g, '')
  return { ...der.octets(Buffer.from(text)), type: 0x18 } as der.Der
}

/** An OCSP response (RFC 6960) as a CA's responder makes it. */
export function ocspResponse(options: Options): Buffer {
  const { leaf, issuer, responder = issuer, status } = options
  const { serial, issuer: name } = readCertificate(leaf.raw)
  const { publicKey } = readCertificate(issuer.certificate.raw)
  const sha1 = (bytes: Buffer) => der.octets(createHash('sha1').update(bytes).digest())
  const thisUpdate = options.thisUpdate ?? new Date(Date.now() - DAY)
  const certStatus = {
    good: der.implicit(0, Buffer.alloc(0)),
    revoked: der.explicit(1, time(thisUpdate)),
    unknown: der.implicit(2, Buffer.alloc(0)),
  }[status]
  const single = der.sequence(
    der.sequence(
      der.sequence(der.oid('1.3.14.3.2.26'), der.nil()),
      sha1(name),
      sha1(publicKey),
      der.bigInteger(serial),
    ),
    certStatus,
    time(thisUpdate),
    der.explicit(0, time(options.nextUpdate ?? new Date(Date.now() + DAY))),
  )
  const data = der.sequence(der.explicit(2, sha1(publicKey)), time(thisUpdate), der.sequence(single))
  const signature = sign('sha256', der.encode(data), responder.key)
  const basic = der.sequence(
    data,
    der.sequence(der.oid('1.2.840.10045.4.3.2')),
    der.bits(signature),
    ...(responder === issuer ? [] : [der.explicit(0, der.sequence(der.decode(responder.certificate.raw)))]),
  )
  const successful = { ...der.integer(0), type: 0x0a } as der.Der
  return der.encode(
    der.sequence(
      successful,
      der.explicit(0, der.sequence(der.oid('1.3.6.1.5.5.7.48.1.1'), der.octets(der.encode(basic)))),
    ),
  )
}
