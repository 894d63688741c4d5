import type { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readNameConstraints } from '../certs/name-constraints.ts'
import { activateRotation, cancelRotation, distributedPem, installedCas, prepareRotation } from '../certs/rotation.ts'
import { toPem } from '../certs/x509.ts'
import { caOptions } from '../config/ca-options.ts'
import { makeDataDir } from '../config/data-dir-lock.ts'
import { WeirError } from '../core/errors.ts'
import type { Call, Command, Result } from './command.ts'
import { UsageError } from './errors.ts'

const DAY_MS = 86_400_000
const ROLES = [
  ['current', 'ca'],
  ['next', 'ca-next'],
  ['previous', 'ca-previous'],
  ['api', 'api-ca'],
] as const
const RELOAD = 'Running processes take it over at SIGHUP, or when they are started again.'

class CaCommandError extends WeirError {
  constructor(message: string) {
    super('ERR_CA_COMMAND', message)
  }
}

export const showCa: Command = {
  name: 'ca show',
  summary:
    'Shows the CA of this data directory, and those that were prepared for or replaced by a rotation. Never a key.',
  options: [],
  needsDatabase: false,
  run({ settings }) {
    const installed = installedCas(settings.dataDir)
    if (installed.ca === undefined) throw none(settings.dataDir)
    const text = ROLES.flatMap(([role, name]) => {
      const certificate = installed[name]
      return certificate === undefined ? [] : described({ role, ...presented(certificate) })
    })
    const others = ROLES.slice(1).map(([role, name]) => {
      const certificate = installed[name]
      return [role, certificate === undefined ? null : presented(certificate)]
    })
    return { text: text.join('\n'), json: { ...presented(installed.ca), ...Object.fromEntries(others) } }
  },
}

export const exportCa: Command = {
  name: 'ca export',
  summary:
    'Prints the certificate that devices have to trust, as PEM; while a rotation is prepared both, so that devices trust the next one in time.',
  options: [
    { name: 'next', meaning: 'only the one that is prepared' },
    { name: 'to', value: 'FILE', meaning: 'writes a file instead; one that ends in .der or .cer in DER' },
  ],
  needsDatabase: false,
  run(call) {
    const { dataDir } = call.settings
    const { ca, 'ca-next': next } = installedCas(dataDir)
    const wanted = call.has('next') ? next : ca
    if (wanted === undefined) {
      throw call.has('next') ? new CaCommandError('No CA is prepared: begin with ca rotate --prepare') : none(dataDir)
    }
    const pem = call.has('next') ? toPem(wanted.raw) : distributedPem(dataDir)
    const fingerprints = (call.has('next') || next === undefined ? [wanted] : [wanted, next]).map(
      ({ fingerprint256 }) => fingerprint256,
    )
    const to = call.optional('to')
    if (to === undefined) return { text: pem, json: { pem, fingerprints } }
    const file = resolve(call.cwd, to)
    try {
      writeFileSync(file, /\.(der|cer)$/i.test(file) ? wanted.raw : pem)
    } catch (error) {
      throw new CaCommandError(`${file} cannot be written: ${(error as Error).message}`)
    }
    return { text: `${file}\n`, json: { file, fingerprints } }
  },
}

export const rotateCa: Command = {
  name: 'ca rotate',
  summary:
    'Replaces the CA in two steps, each by a person: --prepare makes the next one, which signs nothing; when all devices trust it, --activate puts it in place.',
  options: [
    { name: 'prepare', meaning: 'makes ca-next.pem and ca-next.key as WEIR_CA_DAYS and WEIR_CA_NAME_CONSTRAINTS say' },
    { name: 'activate', meaning: 'puts them in the place of ca.pem and ca.key, which are kept as ca-previous' },
    { name: 'cancel', meaning: 'removes the prepared CA' },
  ],
  needsDatabase: false,
  run(call) {
    const steps = ['prepare', 'activate', 'cancel'].filter((step) => call.has(step))
    if (steps.length !== 1) throw new UsageError('Give one of --prepare, --activate and --cancel')
    if (call.has('prepare')) return prepare(call)
    return call.has('activate') ? activate(call) : cancel(call)
  },
}

function prepare({ settings }: Call): Result {
  const { dataDir } = settings
  if (installedCas(dataDir).ca === undefined) throw none(dataDir)
  makeDataDir(dataDir)
  const { certificate } = prepareRotation(dataDir, () => new Date(), caOptions(settings))
  const next = presented(certificate)
  return {
    text: `${described({ role: 'next', ...next })}
Now distribute it: npm run admin -- ca export prints both, and /ca.pem on the proxy serves both. Proxies that run alone need both in WEIR_API_CA.
When all devices trust it: npm run admin -- ca rotate --activate
`,
    json: { prepared: next },
  }
}

function activate({ settings }: Call): Result {
  const { certificate } = activateRotation(settings.dataDir, () => new Date(), caOptions(settings))
  const active = presented(certificate)
  return { text: `${described({ role: 'current', ...active })}\n${RELOAD}\n`, json: { activated: active } }
}

function cancel({ settings }: Call): Result {
  if (!cancelRotation(settings.dataDir)) throw new CaCommandError('No CA is prepared')
  return { text: 'The prepared CA was removed\n', json: { cancelled: true } }
}

function presented(certificate: X509Certificate) {
  const { subject, issuer, serialNumber, fingerprint256, validFromDate, validToDate, publicKey, raw } = certificate
  const constraints = readNameConstraints(raw)
  return {
    subject,
    issuer,
    serial: serialNumber,
    /** SHA-256, as browsers and openssl show it. */
    fingerprint: fingerprint256,
    not_before: validFromDate.toISOString(),
    not_after: validToDate.toISOString(),
    days_left: Math.floor((validToDate.getTime() - Date.now()) / DAY_MS),
    key: keyKind(publicKey),
    name_constraints:
      constraints === undefined ? null : { dns: constraints.dns.permitted ?? [], ip: constraints.ip.permitted ?? [] },
  }
}

function keyKind({ asymmetricKeyType, asymmetricKeyDetails: details }: X509Certificate['publicKey']): string {
  return asymmetricKeyType === 'rsa' ? `RSA ${details?.modulusLength}` : `EC ${details?.namedCurve}`
}

function described(ca: ReturnType<typeof presented> & { readonly role: string }): string {
  const constraints = ca.name_constraints
  const names = constraints === null ? 'everything' : [...constraints.dns, ...constraints.ip].join(', ')
  return `${ca.role}
  subject      ${ca.subject.replaceAll('\n', ', ')}
  SHA-256      ${ca.fingerprint}
  valid        ${ca.not_before} to ${ca.not_after} (${ca.days_left} days left)
  key          ${ca.key}
  may sign for ${names}
`
}

function none(dataDir: string): CaCommandError {
  return new CaCommandError(`${dataDir} has no CA: the first start makes one`)
}
