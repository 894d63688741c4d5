import { WebSocket } from 'ws'
import { z } from 'zod'
import { ServedException } from '../../core/model/exception.ts'
import type { LaterClassification } from '../../core/model/later-classification.ts'
import { Policy } from '../../core/model/policy.ts'
import { type Heartbeat, HeartbeatAnswer } from '../../core/model/proxy-instance.ts'
import { ProxyTokenOwner, ProxyUser } from '../../core/model/proxy-token.ts'
import { ServiceSwitch } from '../../core/model/service-switch.ts'
import type { Sighting } from '../../core/model/sighting.ts'
import { ApiConnection, type ApiConnectionOptions, REQUEST_TIMEOUT_MS } from './connection.ts'
import { ApiError } from './errors.ts'
import { HandOver } from './hand-over.ts'
import { joinJsonArray } from './json-array.ts'

/** The API's largest page (specification, Pagination). */
const ITEMS_PER_PAGE = 500
const MAX_POLICY_PAGES = 100
/** Readings of a list of several pages that changes while it is read. */
const MAX_POLICY_READINGS = 3
const LIVE_HANDSHAKE_TIMEOUT_MS = 5_000
const LIVE_MAX_MESSAGE_BYTES = 16 * 1024 * 1024

export type PoliciesAnswer =
  | { readonly notModified: true }
  | { readonly notModified: false; readonly etag: string | undefined; readonly policies: readonly Policy[] }

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

/** How many items of a batch arrived, and how many of them are stored now or were before. */
export interface BatchAnswer {
  readonly received: number
  readonly stored: number
}

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

// A newer API may tell more about a policy than this proxy knows. An addition to its rules is refused all the same,
// for it may change what they mean.
const PoliciesPage = z.object({ policies: z.array(z.object(Policy.shape)), total: z.int().min(0) })
type PoliciesPage = z.infer<typeof PoliciesPage> & { readonly etag: string | undefined }

const DetectorsPage = z.object({ detectors: z.array(z.unknown()), total: z.int().min(0) })

const SwitchesPage = z.object({ service_switches: z.array(z.object(ServiceSwitch.shape)), total: z.int().min(0) })

const ExceptionsPage = z.object({ exceptions: z.array(ServedException), total: z.int().min(0) })

const BatchCounts = z
  .object({ received: z.int().min(0), stored: z.int().min(0) })
  .refine((counts) => counts.stored <= counts.received)

export function createApiClient(options: ApiConnectionOptions): ApiClient {
  const connection = new ApiConnection(options)
  const { records, token, now = Date.now } = options
  const handOver = new HandOver({ token, origin: connection.origin, timeoutMs: REQUEST_TIMEOUT_MS, now })

  function confirmed(counts: BatchAnswer, items: readonly unknown[]): BatchAnswer {
    if (counts.received !== items.length) throw connection.unexpected('did not confirm a batch')
    return counts
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

  async function fetchPage(
    page: number,
    etag: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<PoliciesPage | undefined> {
    const answer = await connection.request({
      method: 'GET',
      path: `/policies?include=rules&sort=created_at&limit=${ITEMS_PER_PAGE}&page=${page}`,
      headers: etag === undefined ? {} : { 'if-none-match': etag },
      signal,
    })
    if (answer === undefined) {
      if (etag === undefined) throw connection.unexpected('answered 304 to an unconditional request')
      return undefined
    }
    const parsed = PoliciesPage.safeParse(answer.json)
    if (!parsed.success) throw invalidPolicies(parsed.error)
    return { ...parsed.data, etag: answer.etag }
  }

  function invalidPolicies(error: z.ZodError): ApiError {
    const [issue] = error.issues
    const where = issue === undefined ? '' : `: ${issue.path.join('.')} ${issue.message}`.slice(0, 300)
    return new ApiError('ERR_API_INVALID_POLICIES', `the API at ${connection.origin} gave invalid policies${where}`)
  }

  /** One reading of all pages; undefined if they changed in between or in part, and so do not fit together. */
  async function readPolicies(
    known: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<PoliciesAnswer | undefined> {
    const policies = new Map<string, Policy>()
    const etags: string[] = []
    let total: number | undefined
    for (let page = 1; page <= MAX_POLICY_PAGES; page++) {
      const answer = await fetchPage(page, known[page - 1], signal)
      if (answer === undefined) {
        if (page === known.length) return { notModified: true }
        continue
      }
      if (page > 1 && (known.length > 0 || answer.total !== total)) return undefined
      known = []
      total = answer.total
      if (answer.etag !== undefined) etags.push(answer.etag)
      for (const policy of answer.policies) policies.set(policy.id, policy)
      if (policies.size === total) {
        const etag = etags.length === page ? etags.join(ETAG_SEPARATOR) : undefined
        return { notModified: false, etag, policies: [...policies.values()] }
      }
      if (answer.policies.length < ITEMS_PER_PAGE) return undefined
    }
    throw connection.unexpected('has more policies than a proxy takes')
  }

  /** Undefined if the list is that of `etag`; without a list if the API is older than such lists are. */
  async function readList<T>(
    path: string,
    schema: z.ZodType<T>,
    etag: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly etag: string | undefined; readonly list: T | undefined } | undefined> {
    try {
      const answer = await connection.request({
        method: 'GET',
        path: `${path}?limit=${ITEMS_PER_PAGE}`,
        headers: etag === undefined ? {} : { 'if-none-match': etag },
        signal,
      })
      if (answer === undefined) {
        if (etag === undefined) throw connection.unexpected('answered 304 to an unconditional request')
        return undefined
      }
      const parsed = schema.safeParse(answer.json)
      if (!parsed.success) throw connection.unexpected(`gave no list of ${path.slice(1).replace('-', ' ')}`)
      return { etag: answer.etag, list: parsed.data }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      return { etag: undefined, list: undefined }
    }
  }

  return {
    async fetchPolicies(etag, signal) {
      let known = etag === undefined ? [] : etag.split(ETAG_SEPARATOR)
      for (let reading = 1; reading <= MAX_POLICY_READINGS; reading++) {
        const answer = await readPolicies(known, signal)
        if (answer !== undefined) return answer
        known = []
      }
      throw connection.unexpected('gave lists of policies that do not add up to their total')
    },

    async fetchDetectors(etag, signal) {
      try {
        const answer = await connection.request({
          method: 'GET',
          path: `/detectors?include=rules&enabled=true&sort=created_at&limit=${ITEMS_PER_PAGE}`,
          headers: etag === undefined ? {} : { 'if-none-match': etag },
          signal,
        })
        if (answer === undefined) {
          if (etag === undefined) throw connection.unexpected('answered 304 to an unconditional request')
          return { notModified: true }
        }
        const parsed = DetectorsPage.safeParse(answer.json)
        if (!parsed.success) throw connection.unexpected('gave no list of detectors')
        const { detectors, total } = parsed.data
        if (total > ITEMS_PER_PAGE) throw connection.unexpected('has more detectors than a proxy takes')
        return { notModified: false, etag: answer.etag, detectors }
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error
        return { notModified: false, etag: undefined, detectors: [] }
      }
    },

    async fetchSwitches(etag, signal) {
      const answer = await readList('/service-switches', SwitchesPage, etag, signal)
      if (answer === undefined) return { notModified: true }
      return { notModified: false, etag: answer.etag, switches: answer.list?.service_switches ?? [] }
    },

    async fetchExceptions(etag, signal) {
      const answer = await readList('/exceptions', ExceptionsPage, etag, signal)
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
      return counts.data
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

/** Occurs neither in an entity tag (RFC 9110, section 8.8.3) nor in any header. */
const ETAG_SEPARATOR = '\n'
