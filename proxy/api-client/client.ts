import { WebSocket } from 'ws'
import { z } from 'zod'
import type { RecordCounts } from '../../core/model/hand-over.ts'
import type { LaterClassification } from '../../core/model/later-classification.ts'
import { type Heartbeat, HeartbeatAnswer } from '../../core/model/proxy-instance.ts'
import { ProxyTokenOwner, ProxyUser } from '../../core/model/proxy-token.ts'
import type { Sighting } from '../../core/model/sighting.ts'
import { ServedException } from '../../core/resources/exception.ts'
import { ServiceSwitch } from '../../core/resources/service-switch.ts'
import { ApiConnection, type ApiConnectionOptions, REQUEST_TIMEOUT_MS } from './connection.ts'
import { ApiError } from './errors.ts'
import { HandOver } from './hand-over.ts'
import { joinJsonArray } from './json-array.ts'
import { ITEMS_PER_PAGE, readList } from './lists.ts'
import { type PoliciesAnswer, readPolicies } from './policies.ts'

const LIVE_HANDSHAKE_TIMEOUT_MS = 5_000
const LIVE_MAX_MESSAGE_BYTES = 16 * 1024 * 1024

export type DetectorsAnswer =
  | { readonly notModified: true }
  /** `detectors` as the API tells them: each is read by itself (core/tenant-detectors/compile.ts). */
  | { readonly notModified: false; readonly etag: string | undefined; readonly detectors: readonly unknown[] }

export type SwitchesAnswer =
  | { readonly notModified: true }
  | { readonly notModified: false; readonly etag: string | undefined; readonly switches: readonly ServiceSwitch[] }

export type ExceptionsAnswer =
  | { readonly notModified: true }
  | { readonly notModified: false; readonly etag: string | undefined; readonly exceptions: readonly ServedException[] }

/** How many items of a batch arrived, how many of them are stored now or were before, and perhaps which are not. */
export type BatchAnswer = Omit<RecordCounts, 'rejected'> & { readonly rejected?: readonly number[] }

/** The management API as a proxy sees it. Promises are rejected with ApiError and nothing else. */
export interface ApiClient {
  /** All policies, or `notModified` where they are those of `etag`: opaque, and from an earlier answer. */
  fetchPolicies(etag: string | undefined, signal?: AbortSignal): Promise<PoliciesAnswer>
  /** All enabled detectors, or `notModified` where they are those of `etag`. None if the API is older than they are. */
  fetchDetectors(etag: string | undefined, signal?: AbortSignal): Promise<DetectorsAnswer>
  /** All service switches, or `notModified` where they are those of `etag`. None if the API is older than they are. */
  fetchSwitches(etag: string | undefined, signal?: AbortSignal): Promise<SwitchesAnswer>
  /** All exceptions to policies, likewise. */
  fetchExceptions(etag: string | undefined, signal?: AbortSignal): Promise<ExceptionsAnswer>
  /** Whether records are handed to the API of this process, which counts no requests there. */
  handsOver(): boolean
  /** Each item is one InteractionRecord as JSON in UTF-8; at most 500 of them. */
  sendBatch(items: readonly Uint8Array[], signal?: AbortSignal): Promise<BatchAnswer>
  /** Adds a later tier's result to a record; an ApiError with status 404 if the API does not know it (yet). */
  addClassifications(id: string, later: LaterClassification, signal?: AbortSignal): Promise<void>
  /** The same id again is counted once; at most SIGHTINGS_MAX of them. */
  sendSightings(batchId: string, sightings: readonly Sighting[], signal?: AbortSignal): Promise<BatchAnswer>
  /** Says how this proxy does. */
  sendHeartbeat(heartbeat: Heartbeat, signal?: AbortSignal): Promise<HeartbeatAnswer>
  /** The id of the active user with this e-mail address and proxy token; undefined if there is none. */
  verifyProxyToken(email: string, token: string): Promise<string | undefined>
  /** The id of the tenant's user with this e-mail address; undefined if there is none. */
  lookUpUser(name: string): Promise<string | undefined>
  /** A new, connecting channel of live updates (docs/reference/api-rules.md, Live updates); its failures are events of its own. */
  openLiveUpdates(): WebSocket
  /** The API beside this proxy may show this certificate from now on, besides the one it showed before. */
  expect(certificate: string): void
  /** The CA of the API beside this proxy, in PEM, was replaced by another. */
  trustAlso(before: string, after: string): void
  close(): Promise<void>
}

const ENABLED_DETECTORS = {
  path: '/detectors',
  query: 'include=rules&enabled=true&sort=created_at',
  schema: z.object({ detectors: z.array(z.unknown()), total: z.int().min(0) }),
}

const SWITCHES = {
  path: '/service-switches',
  schema: z.object({ service_switches: z.array(z.object(ServiceSwitch.shape)), total: z.int().min(0) }),
}

const EXCEPTIONS = {
  path: '/exceptions',
  schema: z.object({ exceptions: z.array(ServedException), total: z.int().min(0) }),
}

const BatchCounts = z
  .object({
    received: z.int().min(0),
    stored: z.int().min(0),
    rejected: z.array(z.object({ index: z.int().min(0), code: z.string() })).optional(),
  })
  .refine((counts) => counts.stored <= counts.received)

export function createApiClient(options: ApiConnectionOptions): ApiClient {
  const connection = new ApiConnection(options)
  const { records, token, now = Date.now } = options
  const handOver = new HandOver({ token, origin: connection.origin, timeoutMs: REQUEST_TIMEOUT_MS, now })

  function confirmed({ received, stored, rejected }: RecordCounts, items: readonly unknown[]): BatchAnswer {
    if (received !== items.length) throw connection.unexpected('did not confirm a batch')
    return { received, stored, ...(rejected !== undefined && { rejected: rejected.map(({ index }) => index) }) }
  }

  async function ask(path: string, question: object, signal?: AbortSignal): Promise<unknown> {
    const body = Buffer.from(JSON.stringify(question))
    const answer = await connection.request({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body,
      signal,
    })
    return answer?.json
  }

  return {
    fetchPolicies: (etag, signal) => readPolicies(connection, etag, signal),

    async fetchDetectors(etag, signal) {
      const answer = await readList(connection, ENABLED_DETECTORS, etag, signal)
      if (answer === undefined) return { notModified: true }
      const { detectors, total } = answer.list ?? { detectors: [], total: 0 }
      if (total > ITEMS_PER_PAGE) throw connection.unexpected('has more detectors than a proxy takes')
      return { notModified: false, etag: answer.etag, detectors }
    },

    async fetchSwitches(etag, signal) {
      const answer = await readList(connection, SWITCHES, etag, signal)
      if (answer === undefined) return { notModified: true }
      return { notModified: false, etag: answer.etag, switches: answer.list?.service_switches ?? [] }
    },

    async fetchExceptions(etag, signal) {
      const answer = await readList(connection, EXCEPTIONS, etag, signal)
      if (answer === undefined) return { notModified: true }
      return { notModified: false, etag: answer.etag, exceptions: answer.list?.exceptions ?? [] }
    },

    handsOver: () => records?.() !== undefined,

    async sendBatch(items, signal) {
      const port = records?.()
      if (port !== undefined) return confirmed(await handOver.send(port, items, signal), items)
      const answer = await connection.request({
        method: 'POST',
        path: '/interactions/batch',
        headers: { 'content-type': 'application/json' },
        body: joinJsonArray(items),
        signal,
      })
      const counts = BatchCounts.safeParse(answer?.json)
      if (!counts.success) throw connection.unexpected('did not confirm a batch')
      return confirmed(counts.data, items)
    },

    async sendSightings(batchId, sightings, signal) {
      const answer = await connection.request({
        method: 'POST',
        path: '/inventory/sightings',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ batch_id: batchId, sightings })),
        signal,
      })
      const counts = BatchCounts.safeParse(answer?.json)
      if (!counts.success || counts.data.received !== sightings.length)
        throw connection.unexpected('did not confirm sightings')
      return { received: counts.data.received, stored: counts.data.stored }
    },

    async addClassifications(id, later, signal) {
      await connection.request({
        method: 'POST',
        path: `/interactions/${id}/classifications`,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(later)),
        signal,
      })
    },

    async sendHeartbeat(heartbeat, signal) {
      const answer = z.object(HeartbeatAnswer.shape).safeParse(await ask('/proxies/heartbeat', heartbeat, signal))
      if (!answer.success) throw connection.unexpected('did not note a heartbeat')
      return answer.data
    },

    async verifyProxyToken(email, token) {
      try {
        const answer = ProxyTokenOwner.safeParse(await ask('/proxy-tokens/verify', { email, token }))
        if (!answer.success) throw connection.unexpected('did not say whose proxy token it is')
        return answer.data.user_id
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return undefined
        throw error
      }
    },

    async lookUpUser(user) {
      const answer = ProxyUser.safeParse(await ask('/proxy-tokens/users', { user }))
      if (!answer.success) throw connection.unexpected('did not say who a user is')
      return answer.data.user_id ?? undefined
    },

    openLiveUpdates() {
      const { url, headers } = connection.webSocketTarget('/ws')
      return new WebSocket(url, {
        headers,
        handshakeTimeout: LIVE_HANDSHAKE_TIMEOUT_MS,
        maxPayload: LIVE_MAX_MESSAGE_BYTES,
        perMessageDeflate: false,
        ...connection.tls,
      })
    },

    expect: (certificate) => connection.expect(certificate),
    trustAlso: (before, after) => connection.trustAlso(before, after),
    async close() {
      handOver.close()
      await connection.close()
    },
  }
}
