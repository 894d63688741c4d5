import { ApiFailure } from '../wire/failure.ts'
import type { LoginAnswer, SignInMethods, User } from '../wire/types.ts'
import { forgetting } from './other-person.ts'

export const BASE = '/api/v1'

/** `unknown` until the server has said whether the browser's cookie stands for somebody. */
export type Session =
  | { readonly state: 'unknown' | 'out' | 'unreachable' }
  | { readonly state: 'in'; readonly user: User }
  /** Signed in only to set up a second factor. */
  | { readonly state: 'enrol'; readonly user: User }

/** Renewed when this share of its time has passed. */
const RENEWED_AT = 0.8
const RETRY_MS = 5000

// In this module's memory only: gone with the tab, and no other script of the page can read it.
let token: string | undefined
let session: Session = { state: 'unknown' }
let renewing: Promise<boolean> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const otherTabs = new BroadcastChannel('weir-session')

function set(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

export function currentSession(): Session {
  return session
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Calls `forget` once the person who is signed in is not any more. Somebody else may be at once: a sign-in in another tab changes the browser's
 * cookie, and the next renewal tells.
 */
export function onOtherPerson(forget: () => void): void {
  const tell = forgetting(forget)
  const look = () => tell(session.state === 'in' ? session.user.id : undefined)
  look()
  onSessionChange(look)
}

export function bearer(): string | undefined {
  return token
}

export async function signIn(credentials: {
  email: string
  password: string
  tenant_id?: string
  code?: string
}): Promise<void> {
  const answer = await ask('POST', '/auth/session', credentials)
  if (!answer.ok) throw await failure(answer)
  open((await answer.json()) as LoginAnswer)
  otherTabs.postMessage('in')
}

/** Signs in with the token of a link that an operator made. */
export async function signInByLink(secret: string): Promise<void> {
  const answer = await ask('POST', '/auth/session/link', { token: secret })
  if (!answer.ok) throw await failure(answer)
  open((await answer.json()) as LoginAnswer)
  otherTabs.postMessage('in')
}

/** How people sign in here. A server that does not say takes passwords. */
export async function signInMethods(): Promise<SignInMethods> {
  const answer = await ask('GET', '/auth/methods').catch(() => undefined)
  return answer?.ok === true ? ((await answer.json()) as SignInMethods) : { password: true, single_sign_on: false }
}

/** Where the browser goes to sign in with the OpenID provider, and to return to this page. */
export function singleSignOnAddress(): string {
  const { pathname, search } = window.location
  const query = new URLSearchParams(search)
  query.delete('sign-in')
  const page = query.size === 0 ? pathname : `${pathname}?${query}`
  return `${BASE}/auth/oidc/start?return_to=${encodeURIComponent(page)}`
}

/** Why single sign-on failed, or that it linked an account, as the API put it into the address (api/auth/single-sign-on). */
const OUTCOMES = [
  'linked',
  'expired',
  'denied',
  'provider',
  'no-role',
  'no-tenant',
  'no-email',
  'unverified',
  'link-first',
  'linked-elsewhere',
  'inactive',
  'last-admin',
] as const

/** Only what is known is shown: anybody can write into an address. */
export function signInOutcome(): (typeof OUTCOMES)[number] | undefined {
  const outcome = new URLSearchParams(window.location.search).get('sign-in')
  return OUTCOMES.find((one) => one === outcome)
}

/** Where the browser goes to link the account with the OpenID provider. */
export async function linkAddress(proof: { password?: string; code?: string }): Promise<string> {
  const answer = await ask('POST', '/auth/oidc/link', { return_to: window.location.pathname, ...proof })
  if (!answer.ok) throw await failure(answer)
  return ((await answer.json()) as { readonly location: string }).location
}

let idleMinutes: number | undefined

/** After how many minutes without a sign of life the last session was ended, if that is why it ended. */
export function endedIdle(): number | undefined {
  return idleMinutes
}

export async function endIdle(minutes: number): Promise<void> {
  idleMinutes = minutes
  await signOut()
}

export async function signOut(): Promise<void> {
  await ask('DELETE', '/auth/session').catch(() => undefined)
  close()
  otherTabs.postMessage('out')
}

/** @returns whether there is a session; a server that does not answer ends none */
export function renew(): Promise<boolean> {
  renewing ??= tryToRenew().finally(() => {
    renewing = undefined
  })
  return renewing
}

async function tryToRenew(): Promise<boolean> {
  clearTimeout(timer)
  const answer = await ask('POST', '/auth/session/refresh').catch(() => undefined)
  // One that breaks off, or is of something before the API, cannot be read.
  const opened = answer?.ok === true ? await (answer.json() as Promise<LoginAnswer>).catch(() => undefined) : undefined
  if (opened !== undefined) {
    open(opened)
    return true
  }
  if (answer?.status === 401 || answer?.status === 403) {
    close()
    return false
  }
  if (session.state !== 'in' && session.state !== 'enrol') set({ state: 'unreachable' })
  timer = setTimeout(renew, RETRY_MS)
  return false
}

export function changeUser(user: User): void {
  set({ state: 'in', user })
}

function open(answer: LoginAnswer): void {
  idleMinutes = undefined
  token = answer.token
  clearTimeout(timer)
  timer = setTimeout(renew, answer.expires_in * 1000 * RENEWED_AT)
  set({ state: answer.second_factor_required === true ? 'enrol' : 'in', user: answer.user })
}

function close(): void {
  token = undefined
  clearTimeout(timer)
  set({ state: 'out' })
}

function ask(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${BASE}${path}`, {
    method,
    headers: {
      'X-Weir-Console': '1',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiFailure(0, undefined)
  })
}

async function failure(answer: Response): Promise<ApiFailure> {
  const retryAfter = Number(answer.headers.get('Retry-After') ?? Number.NaN)
  const body: unknown = await answer.json().catch(() => undefined)
  return new ApiFailure(answer.status, body, Number.isNaN(retryAfter) ? undefined : retryAfter)
}

otherTabs.addEventListener('message', ({ data }) => {
  if (data === 'out') close()
  else if (session.state !== 'in' && session.state !== 'enrol') void renew()
})
