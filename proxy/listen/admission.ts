import { Counter, Gauge, type Registry } from 'prom-client'
import type { Settings } from '../../config/settings.ts'
import type { Resource } from '../errors.ts'
import { limits } from '../limits.ts'
import { FairShare } from './fair-share.ts'

export type AdmissionSettings = Pick<
  Settings,
  | 'heldBytes'
  | 'maxTunnels'
  | 'maxRequests'
  | 'maxWebSockets'
  | 'maxBanners'
  | 'maxLookups'
  | 'maxHandshakes'
  | 'maxWaiting'
  | 'admissionWaitMs'
  | 'admissionStallMs'
>

/** The budgets that keep one client from making others wait: what is held at once, of each resource (docs/decisions/0015). */
export interface Admission extends Readonly<Record<Resource, FairShare>> {
  close(): void
}

/**
 * @param workers processes that share the bounds; each gets its part, since connections are dealt out to them in turn
 * @param maxLookups look-ups that the thread pool can bear at once, whatever the setting says
 */
export function openAdmission(
  settings: AdmissionSettings,
  { workers, maxLookups, registry }: { workers: number; maxLookups: number; registry: Registry },
): Admission {
  const refused = new Counter({
    name: 'weir_proxy_admission_refused_total',
    help: 'Requests and tunnels that got no room in time, or lost it because they did not get on, by resource and reason.',
    labelNames: ['resource', 'reason'],
    registers: [registry],
  })
  const share = (resource: Resource, capacity: number) =>
    new FairShare({
      resource,
      capacity: Math.max(1, Math.floor(capacity / workers)),
      waitMs: settings.admissionWaitMs,
      stallMs: settings.admissionStallMs,
      // Nothing ends a look-up before the system's resolver gives up, or a stream of notices before its page is closed.
      isScarce: resource === 'lookups' || resource === 'banners',
      maxWaiting: Math.max(1, Math.floor(settings.maxWaiting / workers)),
      onRefused: (reason) => refused.inc({ resource, reason }),
    })
  const shares: Record<Resource, FairShare> = {
    tunnels: share('tunnels', settings.maxTunnels),
    requests: share('requests', settings.maxRequests),
    websockets: share('websockets', settings.maxWebSockets),
    banners: share('banners', settings.maxBanners),
    bytes: share('bytes', settings.heldBytes),
    // Of its own: uploads that wait for their inspection hold room until there is some for that.
    unfolded: share('unfolded', Math.max(settings.heldBytes / 2, limits.unfoldedBytes * workers)),
    // A pool of threads is each process's own.
    lookups: share('lookups', Math.min(settings.maxLookups, maxLookups) * workers),
    handshakes: share('handshakes', settings.maxHandshakes),
    identities: share('identities', limits.identityChecks),
  }
  gauge(registry, 'held', 'What is held now', shares, (one) => one.held)
  gauge(registry, 'waiting', 'Clients that wait now', shares, (one) => one.waiting)
  return {
    ...shares,
    close() {
      for (const one of Object.values(shares)) one.close()
    },
  }
}

function gauge(
  registry: Registry,
  name: string,
  help: string,
  shares: Readonly<Record<string, FairShare>>,
  read: (share: FairShare) => number,
): void {
  new Gauge({
    name: `weir_proxy_admission_${name}`,
    help: `${help}, by resource; of bytes the number of them.`,
    labelNames: ['resource'],
    registers: [registry],
    collect() {
      for (const [resource, share] of Object.entries(shares)) this.set({ resource }, read(share))
    },
  })
}
