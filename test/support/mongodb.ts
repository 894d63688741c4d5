import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Db, MongoClient } from 'mongodb'
import { MONGO_JAVA_SERVER, type OptionalTest, testWith } from './optional.ts'

const REAL_SERVER = process.env.WEIR_TEST_MONGODB_URL

/** A server that answers as MongoDB does: a real one where WEIR_TEST_MONGODB_URL names it, else mongo-java-server. */
export class TestMongo {
  #java: ChildProcess | undefined
  #url: Promise<string> | undefined
  readonly #databases = new Set<string>()
  readonly #clients: MongoClient[] = []

  /** The URL of a database that nobody else uses; the server is started for the first one. */
  async newDatabase(): Promise<string> {
    const url = await this.serverUrl()
    const name = `weir_test_${randomUUID().replaceAll('-', '')}`
    this.#databases.add(name)
    return withDatabase(url, name)
  }

  /** The URL of the server itself, which is started for the first one who asks. */
  serverUrl(): Promise<string> {
    this.#url ??= REAL_SERVER === undefined ? this.#start() : Promise.resolve(REAL_SERVER)
    return this.#url
  }

  /** A database that nobody else uses, as a client of its own sees it. */
  async open(): Promise<{ readonly db: Db; readonly url: string }> {
    const url = await this.newDatabase()
    const client = new MongoClient(url)
    this.#clients.push(client)
    return { db: client.db(), url }
  }

  /** Drops the databases that were used here, and stops the server that was started here. */
  async close(): Promise<void> {
    for (const client of this.#clients) await client.close()
    if (this.#url === undefined) return
    if (this.#java === undefined) {
      const client = new MongoClient(await this.#url)
      for (const name of this.#databases) await client.db(name).dropDatabase()
      await client.close()
      return
    }
    const exited = once(this.#java, 'exit')
    this.#java.stdin?.end()
    await exited
  }

  /** The quickest start of a Java program that does little: no tiers of compilation, one thread for garbage. */
  async #start(): Promise<string> {
    const options = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', join(MONGO_JAVA_SERVER, '*')]
    const java = spawn('java', [...options, join(import.meta.dirname, 'mongo-java-server/Serve.java')], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    this.#java = java
    const [port] = await Promise.race([
      once(java.stdout, 'data'),
      once(java, 'exit').then(() => Promise.reject(new Error('mongo-java-server does not start'))),
    ])
    return `mongodb://127.0.0.1:${String(port).trim()}/`
  }
}

/** By hand, since `URL` knows no list of hosts. Users stay those of the database that was named before. */
export function withDatabase(url: string, name: string): string {
  const [, server = url, database, query = ''] = /^([^/]+\/\/[^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(url) ?? []
  const parameters = new URLSearchParams(query)
  if (server.includes('@') && !parameters.has('authSource')) parameters.set('authSource', database || 'admin')
  return `${server}/${name}?${parameters}`
}

/** `test` where there is a server; else every test is shown as skipped, with how to get one. */
export function testWithMongo<Context>(test: OptionalTest<Context>): OptionalTest<Context> {
  return testWith(test, 'mongodb')
}
