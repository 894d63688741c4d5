import type { ModelToken } from './token.ts'

export interface WordPieceOptions {
  readonly vocabulary: ReadonlyMap<string, number>
  readonly lowerCase: boolean
  readonly stripAccents: boolean
  /** What stands for a word that the vocabulary cannot spell. */
  readonly unknown: number
  /** Before each piece but a word's first. */
  readonly prefix: string
  /** Longer words are unknown. */
  readonly wordMax: number
}

const SPACE = /^\s$/u
/** All of ASCII's marks, whatever Unicode calls them, and Unicode's punctuation. */
const MARK = /^[!-/:-@[-`{-~\p{P}]$/u
const NOTHING = /^[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]$/u
const HAN = /^[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2fa1f}]$/u

/** A word while it is read: its letters as the vocabulary writes them, and where each comes from. */
class Word {
  readonly letters: string[] = []
  readonly starts: number[] = []
  readonly ends: number[] = []

  add(letter: string, start: number, end: number): void {
    this.letters.push(letter)
    this.starts.push(start)
    this.ends.push(end)
  }
}

/**
 * BERT's tokens of a text: letters are normalised one by one, so that each keeps its place; words end at spaces and marks, and each
 * is cut into the longest pieces of the vocabulary from its start on. In tokenizer.json: BertNormalizer, BertPreTokenizer and
 * WordPiece (https://huggingface.co/docs/tokenizers/api/models).
 */
export function wordPieces(text: string, options: WordPieceOptions): ModelToken[] {
  const tokens: ModelToken[] = []
  let word = new Word()
  const finish = () => {
    if (word.letters.length === 0) return
    tokens.push(...piecesOf(word, options))
    word = new Word()
  }
  let start = 0
  for (const character of text) {
    const end = start + character.length
    if (SPACE.test(character)) finish()
    else if (MARK.test(character) || HAN.test(character)) {
      finish()
      word.add(character, start, end)
      finish()
    } else if (!NOTHING.test(character)) {
      for (const letter of normalised(character, options)) word.add(letter, start, end)
    }
    start = end
  }
  finish()
  return tokens
}

function normalised(character: string, { lowerCase, stripAccents }: WordPieceOptions): string {
  const plain = stripAccents ? character.normalize('NFD').replace(/\p{Mn}/gu, '') : character
  return lowerCase ? plain.toLowerCase() : plain
}

function piecesOf({ letters, starts, ends }: Word, { vocabulary, prefix, wordMax, unknown }: WordPieceOptions) {
  const tokens: ModelToken[] = []
  let from = 0
  while (from < letters.length && letters.length <= wordMax) {
    let to = letters.length
    let id: number | undefined
    while (to > from) {
      id = vocabulary.get((from > 0 ? prefix : '') + letters.slice(from, to).join(''))
      if (id !== undefined) break
      to--
    }
    if (id === undefined) break
    tokens.push({ id, start: starts[from] ?? 0, end: ends[to - 1] ?? 0, isInside: from > 0 })
    from = to
  }
  if (from === letters.length) return tokens
  return [{ id: unknown, start: starts[0] ?? 0, end: ends.at(-1) ?? 0, isInside: false }]
}
