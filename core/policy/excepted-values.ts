import { createHmac } from 'node:crypto'
import type { ExceptedValues } from '../resources/exception.ts'
import { canonicalForm } from '../tenant-detectors/canonical.ts'

/** 2^-128 that another value has the same: enough, and half the room. */
const HASH_BYTES = 16

/** The keyed hashes of values, however they are spaced, hyphenated, accented or capitalised; sorted, so that none is tied to a place. */
export function hashExceptedValues(values: readonly string[], key: Buffer): string[] {
  return [...new Set(values.map((value) => hashOf(value, key)))].sort()
}

/** Tells which values are excepted; a value that comes again is hashed once. */
export class ExceptedValueSet {
  readonly #key: Buffer
  readonly #hashes: ReadonlySet<string>

  constructor({ key, hashes }: ExceptedValues) {
    this.#key = Buffer.from(key, 'base64')
    this.#hashes = new Set(hashes)
  }

  has(value: string): boolean {
    return this.#hashes.has(hashOf(value, this.#key))
  }
}

function hashOf(value: string, key: Buffer): string {
  const form = canonicalForm(value, 'compact', true)
  return createHmac('sha256', key).update(form, 'utf16le').digest().subarray(0, HASH_BYTES).toString('base64')
}
