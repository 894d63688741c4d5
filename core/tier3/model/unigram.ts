import type { ModelToken } from './token.ts'

export interface UnigramOptions {
  /** Pieces with their index and logarithmic probability. */
  readonly pieces: ReadonlyMap<string, { readonly id: number; readonly score: number }>
  readonly unknown: number
  /** Code points of the longest piece. */
  readonly longest: number
  /** Of a character without a piece. */
  readonly unknownScore: number
}

/** What stands for the space before a word (U+2581). */
const SPACE_MARK = '▁'
/** A longer word is cut here: the work grows with its length times that of the longest piece. */
const WORD_MAX = 200

interface Letter {
  readonly letter: string
  readonly start: number
  readonly end: number
}

/**
 * SentencePiece's tokens of a text, as XLM-RoBERTa, CamemBERT and DeBERTa have them: each word with its space is cut into the pieces
 * that are likeliest together (Kudo 2018, https://arxiv.org/abs/1804.10959). In tokenizer.json: Precompiled, Metaspace and
 * Unigram. Characters are normalised one by one (NFKC), so that each keeps its place.
 */
export function unigramPieces(text: string, options: UnigramOptions): ModelToken[] {
  const tokens: ModelToken[] = []
  let word: Letter[] = []
  const finish = () => {
    if (word.length > 0) tokens.push(...likeliestPieces(word, options))
    word = []
  }
  let start = 0
  for (const character of text) {
    const end = start + character.length
    for (const letter of character.normalize('NFKC')) {
      if (/^[\s\p{Cc}]$/u.test(letter)) finish()
      else if (!/^[\p{Cf}\p{Cs}]$/u.test(letter)) {
        if (word.length === 0) word.push({ letter: SPACE_MARK, start, end: start })
        word.push({ letter, start, end })
        if (word.length === WORD_MAX) finish()
      }
    }
    start = end
  }
  finish()
  return tokens
}

/** The best way to each place of the word, from its start on (Viterbi). */
function likeliestPieces(word: readonly Letter[], { pieces, unknown, longest, unknownScore }: UnigramOptions) {
  const best = new Float64Array(word.length + 1).fill(Number.NEGATIVE_INFINITY)
  const from = new Int32Array(word.length + 1)
  const ids = new Int32Array(word.length + 1).fill(unknown)
  best[0] = 0
  for (let start = 0; start < word.length; start++) {
    const before = best[start] ?? 0
    let piece = ''
    for (let end = start + 1; end <= Math.min(word.length, start + longest); end++) {
      piece += word[end - 1]?.letter ?? ''
      const known = pieces.get(piece)
      if (known === undefined && end > start + 1) continue
      const score = before + (known?.score ?? unknownScore)
      if (score <= (best[end] ?? 0)) continue
      best[end] = score
      from[end] = start
      ids[end] = known?.id ?? unknown
    }
  }
  const tokens: ModelToken[] = []
  for (let end = word.length; end > 0; end = from[end] ?? 0) {
    const start = from[end] ?? 0
    const id = ids[end] ?? unknown
    tokens.push({ id, start: word[start]?.start ?? 0, end: word[end - 1]?.end ?? 0, isInside: start > 0 })
  }
  return tokens.reverse()
}
