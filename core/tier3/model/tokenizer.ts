import { z } from 'zod'
import { ModelError } from './errors.ts'
import type { ModelToken } from './token.ts'
import { unigramPieces } from './unigram.ts'
import { wordPieces } from './word-pieces.ts'

export interface Tokenizer {
  readonly tokenize: (text: string) => ModelToken[]
  /** The tokens at the start and the end of what the model reads. */
  readonly first: number
  readonly last: number
}

const Normalizer = z
  .looseObject({ lowercase: z.boolean().default(false), strip_accents: z.boolean().nullable().default(null) })
  .catch({ lowercase: false, strip_accents: null })
const WordPieceFile = z.object({
  normalizer: Normalizer,
  model: z.object({
    vocab: z.record(z.string(), z.int().min(0)),
    unk_token: z.string(),
    continuing_subword_prefix: z.string(),
    max_input_chars_per_word: z.int().positive().default(100),
  }),
})
const UnigramFile = z.object({
  model: z.object({ vocab: z.array(z.tuple([z.string(), z.number()])).min(1), unk_id: z.int().min(0) }),
})

const FIRST = ['[CLS]', '<s>']
const LAST = ['[SEP]', '</s>']
/** SentencePiece counts a character that it does not know as this much less likely than its rarest piece. */
const UNKNOWN_PENALTY = 10

/**
 * The tokenizer of a tokenizer.json (https://github.com/huggingface/tokenizers) of the kinds WordPiece and Unigram.
 * @throws ModelError
 */
export function readTokenizer(json: unknown): Tokenizer {
  const wordPiece = WordPieceFile.safeParse(json)
  if (wordPiece.success) return wordPieceTokenizer(wordPiece.data)
  const unigram = UnigramFile.safeParse(json)
  if (unigram.success) return unigramTokenizer(unigram.data.model)
  throw new ModelError('tokenizer.json is of a kind other than WordPiece and Unigram')
}

function wordPieceTokenizer({ model, normalizer }: z.infer<typeof WordPieceFile>): Tokenizer {
  const vocabulary = new Map(Object.entries(model.vocab))
  const options = {
    vocabulary,
    lowerCase: normalizer.lowercase,
    stripAccents: normalizer.strip_accents ?? normalizer.lowercase,
    unknown: idOf(vocabulary, [model.unk_token]),
    prefix: model.continuing_subword_prefix,
    wordMax: model.max_input_chars_per_word,
  }
  return { tokenize: (text) => wordPieces(text, options), ...endsOf(vocabulary) }
}

function unigramTokenizer({ vocab, unk_id: unknown }: z.infer<typeof UnigramFile>['model']): Tokenizer {
  const pieces = new Map(vocab.map(([piece, score], id) => [piece, { id, score }]))
  let longest = 1
  let lowest = 0
  for (const [piece, score] of vocab) {
    longest = Math.max(longest, [...piece].length)
    lowest = Math.min(lowest, score)
  }
  const options = { pieces, unknown, longest, unknownScore: lowest - UNKNOWN_PENALTY }
  const ids = new Map(vocab.map(([piece], id) => [piece, id]))
  return { tokenize: (text) => unigramPieces(text, options), ...endsOf(ids) }
}

function endsOf(ids: ReadonlyMap<string, number>): { first: number; last: number } {
  return { first: idOf(ids, FIRST), last: idOf(ids, LAST) }
}

function idOf(ids: ReadonlyMap<string, number>, names: readonly string[]): number {
  for (const name of names) {
    const id = ids.get(name)
    if (id !== undefined) return id
  }
  throw new ModelError(`tokenizer.json has no ${names.join(' or ')}`)
}
