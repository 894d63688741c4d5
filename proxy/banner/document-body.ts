import { type BodyFilter, type BodySink, RewrittenBody } from '../rewriting/rewritten-body.ts'
import { bannerLimits } from './limits.ts'
import { isWide, placeIn } from './place.ts'

interface Options {
  /** Of the service's answer; empty: none. */
  readonly coding: string
  /** What is sent is compressed anew, where the client takes that. */
  readonly isCompressed: boolean
  readonly script: Buffer
  readonly sink: BodySink
  readonly onPlaced: (isPlaced: boolean) => void
}

/** A document that is given a script as it passes: searched until there is a place for the script, and from then on passed as it comes. */
export class DocumentBody extends RewrittenBody {
  constructor({ coding, isCompressed, sink, script, onPlaced }: Options) {
    super({ coding, isCompressed, sink, isForBrowsers: true, filter: new ScriptPlacer(script, onPlaced) })
  }
}

class ScriptPlacer implements BodyFilter {
  readonly #script: Buffer
  readonly #onPlaced: (isPlaced: boolean) => void
  /** The beginning, until the place is found. */
  #searched: Buffer | undefined = Buffer.alloc(0)
  #searches = 0

  constructor(script: Buffer, onPlaced: (isPlaced: boolean) => void) {
    this.#script = script
    this.#onPlaced = onPlaced
  }

  push(bytes: Buffer): Buffer {
    if (this.#searched === undefined) return bytes
    const searched = Buffer.concat([this.#searched, bytes])
    this.#searches++
    const place = placeIn(searched)
    const mayCome = searched.length <= bannerLimits.searchedBytes && this.#searches < bannerLimits.searches
    if (place !== undefined || !mayCome || isWide(searched)) return this.#place(searched, place)
    this.#searched = searched
    return NOTHING
  }

  end(): Buffer {
    return this.#searched === undefined ? NOTHING : this.#place(this.#searched, undefined)
  }

  #place(searched: Buffer, place: number | undefined): Buffer {
    this.#searched = undefined
    this.#onPlaced(place !== undefined)
    if (place === undefined) return searched
    return Buffer.concat([searched.subarray(0, place), this.#script, searched.subarray(place)])
  }
}

const NOTHING = Buffer.alloc(0)
