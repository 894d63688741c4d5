import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { newAuthorityPems, openAuthority } from '../certs/authority.ts'
import { caOptions } from '../config/ca-options.ts'
import { WeirError } from '../core/errors.ts'
import type { Call, Command, Result } from './command.ts'
import { UsageError } from './errors.ts'

/** RFC 1123: what Kubernetes takes as the name of a secret. */
const SECRET_NAME = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/

class CaIsThereError extends WeirError {
  constructor(folder: string) {
    super('ERR_CA_COMMAND', `${folder} has a CA already: devices that trust it need no other`)
  }
}

export const createCa: Command = {
  name: 'ca create',
  summary:
    'Makes a CA for several machines to share, as WEIR_CA_DAYS, WEIR_CA_NAME_CONSTRAINTS and WEIR_CA_PASSPHRASE say: each of them gets it before its first start. The data directory stays as it is.',
  options: [
    { name: 'to', value: 'FOLDER', meaning: 'writes ca.pem and ca.key there' },
    {
      name: 'kubernetes-secret',
      value: 'NAME',
      meaning: 'prints a secret for kubectl create -f - instead, with the key in it',
    },
  ],
  needsDatabase: false,
  run(call) {
    const [to, name] = [call.optional('to'), call.optional('kubernetes-secret')]
    if ((to === undefined) === (name === undefined)) throw new UsageError('Give --to or --kubernetes-secret')
    return name === undefined ? writeFiles(call, resolve(call.cwd, to ?? '')) : printSecret(call, name)
  },
}

function writeFiles({ settings }: Call, folder: string): Result {
  const [certificate, key] = [join(folder, 'ca.pem'), join(folder, 'ca.key')]
  if (existsSync(certificate) || existsSync(key)) throw new CaIsThereError(folder)
  const { fingerprint } = openAuthority(folder, () => new Date(), caOptions(settings))
  return { text: `${certificate}\n${key}\nSHA-256 ${fingerprint}\n`, json: { certificate, key, fingerprint } }
}

function printSecret({ settings, terminal }: Call, name: string): Result {
  if (!SECRET_NAME.test(name)) {
    throw new UsageError('--kubernetes-secret takes a name of lower-case letters, digits, dots and dashes')
  }
  const { certificate, key } = newAuthorityPems(new Date(), caOptions(settings))
  const base64 = (pem: string) => Buffer.from(pem).toString('base64')
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name },
    type: 'kubernetes.io/tls',
    data: { 'tls.crt': base64(certificate), 'tls.key': base64(key) },
  }
  terminal.warn(`The CA that is made has the SHA-256 fingerprint ${new X509Certificate(certificate).fingerprint256}`)
  // kubectl reads JSON too.
  return { text: `${JSON.stringify(secret, undefined, 2)}\n`, json: secret }
}
