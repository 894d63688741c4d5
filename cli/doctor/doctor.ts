import { WeirError } from '../../core/errors.ts'
import type { Command } from '../command.ts'
import { apiOfProxy } from './api-of-proxy.ts'
import { apiCertificate, interceptionCa, trustedCertificates } from './certificates.ts'
import { type Check, type Circumstances, type Finding, failed, reasonOf } from './check.ts'
import { database } from './database.ts'
import { exposure, settingNames } from './exposure.ts'
import { dataDirectory, diskSpace, fileModes, openFiles } from './files.ts'
import { secretKeys } from './keys.ts'
import { names, ports, upstreams } from './network.ts'
import { mailServer, redis } from './services.ts'

/** In the order in which they are told: what others need comes first. */
export const CHECKS: readonly Check[] = [
  settingNames,
  dataDirectory,
  diskSpace,
  fileModes,
  openFiles,
  ports,
  interceptionCa,
  apiCertificate,
  trustedCertificates,
  exposure,
  database,
  secretKeys,
  redis,
  mailServer,
  apiOfProxy,
  names,
  upstreams,
]

const COLUMN = 8

class UnwellError extends WeirError {
  constructor(count: number) {
    super('ERR_DOCTOR', `${count} ${count === 1 ? 'check' : 'checks'} failed`)
  }
}

export const doctor: Command = {
  name: 'doctor',
  summary:
    'Checks settings, files, certificates, ports, database, keys, Redis, mail server, the API of a proxy that runs alone and the way to AI services, and says how to mend what is wrong. Changes nothing; exit code 1 if a check failed.',
  options: [],
  needsDatabase: false,
  async run({ settings, env }) {
    const findings = await runChecks(CHECKS, { settings, env, now: () => new Date() })
    const count = findings.filter(({ status }) => status === 'failed').length
    return {
      text: findings.map(lineOf).join(''),
      json: findings,
      ...(count > 0 && { failure: new UnwellError(count) }),
    }
  },
}

export type NamedFinding = Finding & { readonly check: string }

/** All at once, told in their order. A check that throws has failed, and the others go on. */
export async function runChecks(checks: readonly Check[], circumstances: Circumstances): Promise<NamedFinding[]> {
  const found = await Promise.all(
    checks.map(async ({ name, run }) => {
      const findings = await (async () => run(circumstances))().catch(unexpected)
      return [findings].flat().map((finding) => ({ check: name, ...finding }))
    }),
  )
  return found.flat()
}

function unexpected(error: unknown): Finding {
  const message = error instanceof WeirError ? error.message : `could not be checked: ${reasonOf(error)}`
  return failed(message, 'See what this says, mend it, and run the command again')
}

function lineOf({ check, status, message, mend }: NamedFinding): string {
  const advice = mend === undefined ? '' : `${' '.repeat(COLUMN)}${mend}.\n`
  return `${status.padEnd(COLUMN)}${check}: ${message}\n${advice}`
}
