import type { IncomingMessage } from 'node:http'
import { IdentityError, IdentityUnavailableError } from '../../errors.ts'
import type { Client } from '../../http/connection.ts'
import type { UserFinder } from './ask-api.ts'
import { parseCredentials } from './credentials.ts'

/** The parts of a request that tell who sent it. */
export type Introduction = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'socket'>

/**
 * Adds to a client who it is (docs/reference/proxy-rules.md, Who it is); at once where that is known.
 * Throws, or rejects with, IdentityError, IdentityUnavailableError or AdmissionError.
 */
export type Identify = (request: Introduction, client: Client) => Client | Promise<Client>

interface Options {
  readonly mode: 'none' | 'basic' | 'header'
  readonly finder: UserFinder
  /** Whether the peer of a connection is one of WEIR_TRUSTED_PROXIES. */
  readonly isFromTrusted: (socket: Introduction['socket']) => boolean
  /** Whether a name passes that cannot be looked up. */
  readonly failMode: 'closed' | 'open'
}

const USER_HEADER = 'x-authenticated-user'
const MAX_NAME = 254

export function createIdentify(options: Options): Identify {
  switch (options.mode) {
    case 'none':
      return (_request, client) => client
    case 'basic':
      return (request, client) => byBasic(options, request, client)
    case 'header':
      return (request, client) => byHeader(options, request, client)
  }
}

function byBasic({ finder }: Options, { headers }: Introduction, client: Client): Client | Promise<Client> {
  const value = headers['proxy-authorization']
  if (value === undefined) throw new IdentityError('missing')
  const credentials = parseCredentials(value)
  if (credentials === undefined) throw new IdentityError('wrong')
  const found = finder.byToken(credentials, client.address)
  const named = { ...client, name: credentials.email }
  return found instanceof Promise ? found.then((user) => ({ ...named, ...user })) : { ...named, ...found }
}

function byHeader(options: Options, request: Introduction, client: Client): Client | Promise<Client> {
  const name = takeUserHeader(request)
  if (name === undefined || !options.isFromTrusted(request.socket)) throw new IdentityError('untold')
  // Only an address can be a user's.
  if (!name.includes('@')) return { ...client, name, user: name }
  const named = ({ userId }: { readonly userId: string | undefined }): Client =>
    userId === undefined ? { ...client, name, user: name } : { ...client, name, userId }
  const found = options.finder.byName(name.toLowerCase())
  if (!(found instanceof Promise)) return named(found)
  return found.then(named, (error: unknown) => {
    if (error instanceof IdentityUnavailableError && options.failMode === 'open') return { ...client, name, user: name }
    throw error
  })
}

/**
 * What a proxy before this one says of its client, which is nobody else's business: it goes no further. Several of it are none,
 * since one of them may be the client's own.
 */
function takeUserHeader({ headers, rawHeaders }: Introduction): string | undefined {
  const names: string[] = []
  for (let i = rawHeaders.length - 2; i >= 0; i -= 2) {
    if (rawHeaders[i]?.toLowerCase() !== USER_HEADER) continue
    names.push(rawHeaders[i + 1] ?? '')
    rawHeaders.splice(i, 2)
  }
  delete headers[USER_HEADER]
  if (names.length !== 1) return undefined
  // Node reads the bytes of a header as ISO 8859-1.
  const name = Buffer.from(names[0] ?? '', 'latin1')
    .toString('utf8')
    .trim()
  return name === '' || name.length > MAX_NAME ? undefined : name
}
