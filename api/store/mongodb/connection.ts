import { type Db, MongoClient, type MongoClientOptions, MongoError } from 'mongodb'
import { StoreError } from '../errors.ts'
import { describeFailure } from './failures.ts'

const DEFAULT_DATABASE = 'weir'

const CONNECT_TIMEOUT_MS = 5000
/** How often a server is asked whether it is there: one that falls silent is known to after this time and that of connecting. */
const HEARTBEAT_MS = 2000
/** How long a command that is run once waits for a primary: long enough for an election. */
const SELECTION_TIMEOUT_MS = 10_000
/** The same of requests, whose callers are told to come again. */
const REQUEST_SELECTION_TIMEOUT_MS = 4000
/** Longer than any operation may take on the server: only a server that has gone silent runs into it. */
const SOCKET_TIMEOUT_MS = 45_000
const WAIT_QUEUE_TIMEOUT_MS = 10_000
/** How long a write waits for a majority to have it. */
const MAJORITY_TIMEOUT_MS = 10_000
const CONNECTIONS_MAX = 50

export interface Connection {
  readonly client: MongoClient
  readonly db: Db
}

/**
 * For commands that are run once, and the start.
 * @param url a connection string; without a database in its path it is `weir`
 * @param socketTimeoutMS 0 for none
 * @throws StoreError, which never carries the credentials
 */
export function connect(url: string, socketTimeoutMS = SOCKET_TIMEOUT_MS): Promise<Connection> {
  return open(url, { socketTimeoutMS, serverSelectionTimeoutMS: SELECTION_TIMEOUT_MS })
}

/** The same for requests. */
export function connectForRequests(url: string): Promise<Connection> {
  const serverSelectionTimeoutMS = REQUEST_SELECTION_TIMEOUT_MS
  return open(url, { socketTimeoutMS: SOCKET_TIMEOUT_MS, serverSelectionTimeoutMS })
}

type Patience = Pick<MongoClientOptions, 'socketTimeoutMS' | 'serverSelectionTimeoutMS'>

async function open(url: string, patience: Patience): Promise<Connection> {
  const client = createClient(url, patience)
  try {
    await client.connect()
    return { client, db: client.db(databaseOf(url)) }
  } catch (error) {
    await client.close()
    if (error instanceof MongoError) throw new StoreError(describeFailure(error))
    throw error
  }
}

function createClient(url: string, patience: Patience): MongoClient {
  try {
    return new MongoClient(url, {
      appName: 'weir',
      connectTimeoutMS: CONNECT_TIMEOUT_MS,
      heartbeatFrequencyMS: HEARTBEAT_MS,
      ...patience,
      waitQueueTimeoutMS: WAIT_QUEUE_TIMEOUT_MS,
      maxPoolSize: CONNECTIONS_MAX,
      ignoreUndefined: true,
      // Acknowledged writes survive the loss of a member, and on a single server the loss of its process.
      writeConcern: { w: 'majority', journal: true, wtimeoutMS: MAJORITY_TIMEOUT_MS },
      // A revoked session must not live on in a member that lags behind.
      readPreference: 'primary',
    })
  } catch (error) {
    throw new StoreError(`The connection string of MongoDB cannot be used: ${withoutCredentials(error, url)}`)
  }
}

/** The driver's message about a wrong connection string sometimes quotes it. */
function withoutCredentials(error: unknown, url: string): string {
  const userInfo = /^mongodb(?:\+srv)?:\/\/(.*)@/s.exec(url)?.[1]
  let message = (error as Error).message
  for (const secret of [url, userInfo, ...(userInfo?.split(':') ?? [])]) {
    if (secret !== undefined && secret !== '') message = message.replaceAll(secret, '***')
  }
  return message
}

function databaseOf(url: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(url)?.[1]
  return name === undefined ? DEFAULT_DATABASE : decodeURIComponent(name)
}
