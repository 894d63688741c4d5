/** The unit of the figures: a text of so many UTF-16 units. */
export const TEXT_LENGTH = 2000

/** Types that stop a request where people have a policy at all: one in two thousand texts is the most. */
const RARE = new Set(['CREDIT_CARD', 'IBAN', 'NIR', 'SSN', 'SIRET', 'PASSPORT', 'API_KEY', 'SECRET'])

/** The most findings of a type in 1,000 texts. */
export function aimOf(type: string): number {
  if (RARE.has(type)) return 0.5
  return type === 'PHONE' ? 1 : 5
}

export interface TypeFigure {
  readonly type: string
  readonly findings: number
  readonly perThousand: number
  readonly isMet: boolean
}

export interface SourceFigures {
  readonly source: string
  readonly texts: number
  readonly types: readonly TypeFigure[]
}

/** Cuts a document where the length says, which may be within a number, as limits of length do; the rest is left out unless it is all there is. */
export function textsOf(document: string): string[] {
  const texts: string[] = []
  for (let start = 0; start === 0 || start + TEXT_LENGTH <= document.length; start += TEXT_LENGTH)
    texts.push(document.slice(start, start + TEXT_LENGTH))
  return texts
}

/** Adds up what is found in texts in which there is nothing to find. */
export class MachineFigures {
  readonly #counts = new Map<string, number>()
  readonly #source: string
  #texts = 0

  constructor(source: string) {
    this.#source = source
  }

  /** The findings of one text more, or of one that is as long as several. */
  add(findings: readonly { readonly type: string }[], texts = 1): void {
    this.#texts += texts
    for (const { type } of findings) this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1)
  }

  figures(): SourceFigures {
    const types = [...this.#counts].map(([type, findings]) => {
      const perThousand = (findings * 1000) / this.#texts
      return { type, findings, perThousand, isMet: perThousand <= aimOf(type) }
    })
    types.sort((a, b) => b.perThousand - a.perThousand || (a.type < b.type ? -1 : 1))
    return { source: this.#source, texts: this.#texts, types }
  }
}

/** The least share of the values that belong to people, by place and type, that must be found. */
export const RECALL_AIM = 0.95
