import { type Allowance, FileBoundError } from './allowance.ts'
import type { FileProblem, FileReading } from './file-reading.ts'

/** Collects what is read of a file, piece by piece, so that what came before a fault is there all the same. */
export class Gathered {
  readonly allowance: Allowance
  readonly #texts: string[] = []
  readonly #contexts: string[] = []
  readonly #known = new Set<string>()
  readonly #problems = new Set<FileProblem>()

  constructor(allowance: Allowance) {
    this.allowance = allowance
  }

  text(text: string): void {
    this.#add(this.#texts, text)
  }

  context(text: string): void {
    this.#add(this.#contexts, text)
  }

  /** Context that documents repeat in each of their parts: settings, comments. Each text is taken once. */
  asides(texts: Iterable<string>): void {
    for (const text of texts) {
      if (this.#known.has(text)) continue
      this.#known.add(text)
      this.context(text)
    }
  }

  problem(problem: FileProblem): void {
    this.#problems.add(problem)
  }

  get hasRoom(): boolean {
    return this.allowance.unpackedBytesLeft > 0 && this.allowance.textLengthLeft > 0
  }

  reading(): FileReading {
    return { text: this.#texts.join('\n'), context: this.#contexts.join('\n'), problems: [...this.#problems] }
  }

  #add(pieces: string[], piece: string): void {
    if (piece.trim() === '') return
    const { text, isWhole } = this.allowance.take(piece)
    if (text !== '') pieces.push(text)
    if (!isWhole) throw new FileBoundError('too_large')
  }
}
