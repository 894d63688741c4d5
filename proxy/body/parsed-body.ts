import type { FileExamination } from './file.ts'

/** A request body after content decoding, parsed once, in the shape its content says it has. */
export type ParsedBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'multipart'; readonly parts: readonly MultipartPart[] }
  | { readonly kind: 'text'; readonly text: string }
  /** Bytes that are no text as a whole: an image, an archive, a protobuf. `legible` is what of them can be read, if any. */
  | { readonly kind: 'binary'; readonly legible: string; readonly file: FileExamination }
  | { readonly kind: 'empty' }

export interface MultipartPart {
  readonly name: string
  readonly filename: string | undefined
  /** The part's text; undefined if its bytes are no text. */
  readonly text: string | undefined
  /** The legible parts of bytes that are not text. */
  readonly legible?: string
  /** Set if there is no `text`. */
  readonly file?: FileExamination
  /** Texts that another parser may see: other headers, and the bytes before a transfer encoding was undone. */
  readonly others?: readonly string[]
}
