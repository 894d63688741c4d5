import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, type Registry } from 'prom-client'
import type { Settings } from '../../../config/settings.ts'
import type { FairShare } from '../fair-share.ts'
import { type UserDirectory, UserFinder } from './ask-api.ts'
import { GuessBrake } from './guess-brake.ts'
import { createIdentify, type Identify, type Introduction } from './identify.ts'
import { KnownUsers } from './known-users.ts'

interface Options {
  readonly settings: Pick<Settings, 'proxyAuth' | 'failMode'>
  readonly directory: UserDirectory
  readonly share: FairShare
  readonly isFromTrusted: (socket: Introduction['socket']) => boolean
  /** Whether the API tells of changes as they happen. */
  readonly isPushed: () => boolean
  readonly registry: Registry
}

export interface Identities {
  readonly identify: Identify
  /** Users have changed: this one, or perhaps any. */
  changed(userId: string | undefined): void
}

/** Who the clients are, as WEIR_PROXY_AUTH says. */
export function openIdentities({ settings, directory, share, isFromTrusted, isPushed, registry }: Options): Identities {
  const now = () => performance.now()
  const known = new KnownUsers({ isPushed, now })
  const brake = new GuessBrake({ now, sleep: (ms) => sleep(ms, undefined, { ref: false }) })
  const checks = new Counter({
    name: 'weir_proxy_identity_checks_total',
    help: 'Questions to the API who a client is, by what came of them: right, wrong, or failed.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const finder = new UserFinder({ directory, known, brake, share, checks })
  return {
    identify: createIdentify({ mode: settings.proxyAuth, finder, isFromTrusted, failMode: settings.failMode }),
    changed(userId) {
      if (userId === undefined) known.doubt()
      else known.forget(userId)
    },
  }
}
