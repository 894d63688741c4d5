import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { etagOf } from '../http/etag.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** A file of the built console, as it is sent. */
export interface ConsoleFile {
  readonly contentType: string
  readonly plain: Buffer
  /** Compressed with Brotli when it was built. */
  readonly brotli: Buffer | undefined
  readonly etag: string
}

export interface BuiltConsole {
  readonly index: ConsoleFile
  /** By path, such as /assets/index-4f1c09a2.js: the name changes with the content. */
  readonly assets: ReadonlyMap<string, ConsoleFile>
}

/** How often a start that has no console yet, or an old one, looks for a new one, in milliseconds. */
const LOOKED_EVERY_MS = 1000

/**
 * What `npm start` builds into a folder beside the API, which may happen while the API runs: the files are read when they
 * are first asked for, and again when they have been built anew.
 */
export class ConsoleFiles {
  readonly #folder: string
  #built: BuiltConsole | undefined
  #madeAt = 0
  #lookedAt = Number.NEGATIVE_INFINITY

  readonly #everyMs: number

  /** `folder`: what Vite wrote, with index.html written last. */
  constructor(folder: string, everyMs = LOOKED_EVERY_MS) {
    this.#folder = folder
    this.#everyMs = everyMs
  }

  /** @returns undefined where it was not built */
  get(): BuiltConsole | undefined {
    const at = performance.now()
    if (at - this.#lookedAt < this.#everyMs) return this.#built
    this.#lookedAt = at
    const madeAt = statSync(join(this.#folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs
    if (madeAt === undefined || madeAt === this.#madeAt) return this.#built
    this.#built = readBuilt(this.#folder)
    this.#madeAt = madeAt
    return this.#built
  }
}

function readBuilt(folder: string): BuiltConsole {
  const assets = new Map<string, ConsoleFile>()
  for (const name of readdirSync(join(folder, 'assets'))) {
    if (!name.endsWith('.br')) assets.set(`/assets/${name}`, readBuiltFile(join(folder, 'assets', name)))
  }
  return { index: readBuiltFile(join(folder, 'index.html')), assets }
}

function readBuiltFile(path: string): ConsoleFile {
  const plain = readFileSync(path)
  const compressed = statSync(`${path}.br`, { throwIfNoEntry: false })
  return {
    contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    plain,
    brotli: compressed === undefined ? undefined : readFileSync(`${path}.br`),
    etag: etagOf(plain.toString('latin1')),
  }
}
