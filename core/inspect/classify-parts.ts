import type { Classification } from '../model/classification.ts'
import { type Classified, type ClassifyOptions, classify } from './classify.ts'
import type { CachedFinding, FindingsCache } from './findings-cache.ts'

/** Shorter texts are searched together with the next ones, since words of one part may say what a value in the next one is. */
const CHUNK_MIN = 4096
/** How much is searched on both sides of a joint. No value with a checksum or a strict form is longer. */
const SEAM = 256

export interface ClassifyPartsOptions extends ClassifyOptions {
  /** Avoids searching texts that were searched before. Without it, the findings are the same. */
  readonly cache?: FindingsCache | undefined
}

/**
 * What classify() finds in texts that follow one another, a line break between each two; offsets are those of the texts so joined. They are
 * looked at in chunks that depend on nothing behind them: when the same texts come again with more behind, all chunks but the last are the
 * same. Values that lie across two chunks are looked for at their joint.
 */
export function classifyParts(parts: readonly string[], options: ClassifyPartsOptions = {}): Classified {
  const chunks = chunksOf(parts)
  const classifications: Classification[] = []
  let complete = true
  let offset = 0
  for (const [index, { text: chunk, joints }] of chunks.entries()) {
    const found = classifyCached(chunk, options)
    complete &&= found.complete
    for (const one of apartAgain(found.classifications, chunk, joints, options))
      classifications.push(moved(one, offset))
    const before = chunks[index - 1]?.text
    if (before !== undefined) {
      const seam = acrossSeam(before, chunk, offset, options)
      complete &&= seam.complete
      for (const one of seam.classifications) addAcross(classifications, one)
    }
    offset += chunk.length + 1
  }
  return { classifications: classifications.sort((a, b) => a.start - b.start), complete }
}

interface Chunk {
  readonly text: string
  /** The offsets of the line breaks between its parts. */
  readonly joints: readonly number[]
}

function chunksOf(parts: readonly string[]): Chunk[] {
  const chunks: Chunk[] = []
  let open: string[] = []
  let length = 0
  const close = () => {
    chunks.push({ text: open.join('\n'), joints: jointsOf(open) })
    open = []
    length = 0
  }
  for (const part of parts) {
    open.push(part)
    length += part.length + 1
    if (length > CHUNK_MIN) close()
  }
  if (open.length > 0) close()
  return chunks
}

/** Forms that no line break is a part of: where one is the joint of two parts, they may be those of two speakers. */
const UNBROKEN: ReadonlySet<string> = new Set(['EMAIL', 'API_KEY'])

/** Besides these, numbers: what somebody has split over several texts is looked for by itself (split.ts), and others are figures in a row. */
const NUMBERS: ReadonlySet<string> = new Set(['CREDIT_CARD', 'NIR', 'SIRET', 'SSN', 'PHONE'])

/** How much text around such a finding is searched again. */
const AROUND = 1024

/** What was found in texts joined with line breaks, but where a break is all that holds a value together: there, what each text shows by itself. */
export function apartAgain(
  found: readonly Classification[],
  text: string,
  joints: readonly number[],
  options: ClassifyOptions,
): Classification[] {
  if (!found.some((one) => isPutTogether(one, joints))) return [...found]
  return found.flatMap((one) => {
    if (!isPutTogether(one, joints)) return [one]
    const ends = [...joints.filter((joint) => joint >= one.start && joint < one.end), text.length]
    let from = Math.max(0, one.start - AROUND, (joints.findLast((joint) => joint < one.start) ?? -1) + 1)
    return ends.flatMap((end) => {
      const start = from
      from = end + 1
      const own = classify(text.slice(start, Math.min(end, one.end + AROUND)), options).classifications
      return own
        .map((each) => moved(each, start))
        .filter(({ type, start: at, end: to }) => isOfOnePart(type) && at < one.end && to > one.start)
    })
  })
}

/** The offsets of the line breaks between texts after joining. */
export function jointsOf(texts: readonly string[]): number[] {
  let length = 0
  return texts.slice(0, -1).map((text) => {
    length += text.length + 1
    return length - 1
  })
}

function isOfOnePart(type: string): boolean {
  return UNBROKEN.has(type) || NUMBERS.has(type) || type === 'IBAN'
}

/** An IBAN may go on in the next text; where it goes on behind a whole one, as a rule the other speaker's, split.ts says whose texts hold it. */
function isPutTogether({ type, start, end }: Classification, joints: readonly number[]): boolean {
  if (!isOfOnePart(type)) return false
  const within = joints.filter((joint) => start <= joint && joint < end).length
  return within > (type === 'IBAN' ? 1 : 0)
}

/** What classify() finds in a text, or found when it came the last time. */
export function classifyCached(text: string, { cache, ...options }: ClassifyPartsOptions): Classified {
  const key = cache?.keyOf(text, options.tier ?? 2, options.extra)
  const known = key === undefined ? undefined : cache?.get(key)
  if (known !== undefined)
    return {
      classifications: known.map((found) => ({ ...found, value: text.slice(found.start, found.end) })),
      complete: true,
    }
  if (cache === undefined || key === undefined) return classify(text, options)
  const classified = classify(text, options)
  // A result that the budget cut short must not be used the next time.
  if (classified.complete) cache.set(key, classified.classifications.map(withoutValue))
  return classified
}

function withoutValue({ type, score, start, end }: Classification): CachedFinding {
  return { type, score, start, end }
}

function moved(found: Classification, by: number): Classification {
  return by === 0 ? found : { ...found, start: found.start + by, end: found.end + by }
}

/** `offset` is the beginning of `after`. */
function acrossSeam(before: string, after: string, offset: number, options: ClassifyPartsOptions): Classified {
  const head = before.slice(-SEAM)
  const { classifications, complete } = classifyCached(`${head}\n${after.slice(0, SEAM)}`, options)
  const across = classifications.filter(
    ({ type, start, end }) => !UNBROKEN.has(type) && start < head.length && end > head.length + 1,
  )
  return { classifications: across.map((one) => moved(one, offset - 1 - head.length)), complete }
}

/** A value across a joint takes the place of its pieces, and gives way to what goes on beyond it. */
function addAcross(found: Classification[], across: Classification): void {
  const overlapping = found.filter(({ start, end }) => start < across.end && end > across.start)
  if (!overlapping.every(({ start, end }) => start >= across.start && end <= across.end)) return
  for (const one of overlapping) found.splice(found.indexOf(one), 1)
  found.push(across)
}
