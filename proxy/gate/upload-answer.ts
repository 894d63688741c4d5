import { decodeAtOnce } from '../body/decode.ts'
import type { AnswerHead } from '../http/exchange.ts'
import { lastValueIn } from '../http/fields.ts'
import { fileIdsIn } from '../platforms/file-ids.ts'
import { parseOrUndefined } from '../platforms/json-value.ts'
import type { RequestTarget } from '../platforms/platform.ts'

/** What a service says of a file that it took is short. */
const ANSWER_BYTES_MAX = 16_384

/** A request that is a file, or a form with one, and no JSON. */
export function isUpload({ method, headers }: RequestTarget): boolean {
  if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH') return false
  const type = headers['content-type'] ?? 'application/octet-stream'
  return type !== 'application/json' && !/json|x-www-form-urlencoded|proto|grpc/i.test(type)
}

const FILE_NAME = /^(?:file[-_][\w-]{3,120}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** Ids of files in the path of an upload: services give out an address for each. */
export function fileIdsOfPath(path: string): string[] {
  return path.split('/').filter((segment) => FILE_NAME.test(segment))
}

/** Reads what a service answers to an upload, for the id that it gives the file. */
export class UploadAnswer {
  readonly #encoding: string
  #pieces: Buffer[] | undefined = []
  #length = 0

  constructor(head: AnswerHead) {
    this.#encoding = lastValueIn(head.fields, 'content-encoding')
    const isJson = /json/i.test(lastValueIn(head.fields, 'content-type'))
    if (!isJson || head.status < 200 || head.status > 299) this.#pieces = undefined
  }

  push(chunk: Buffer): void {
    this.#length += chunk.length
    if (this.#length > ANSWER_BYTES_MAX) this.#pieces = undefined
    this.#pieces?.push(Buffer.from(chunk))
  }

  /** At its end. */
  fileIds(): string[] {
    if (this.#pieces === undefined || this.#length === 0) return []
    const { bytes, failure } = decodeAtOnce(Buffer.concat(this.#pieces), this.#encoding || undefined, ANSWER_BYTES_MAX)
    if (failure !== undefined) return []
    return fileIdsIn(parseOrUndefined(bytes.toString()), true)
  }
}
