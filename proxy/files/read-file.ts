import { decodeText } from '../body/charset.ts'
import { legibleText } from '../body/legible.ts'
import type { Allowance } from './allowance.ts'
import { FileBoundError } from './allowance.ts'
import type { FileReading, ReadInner } from './file-reading.ts'
import { Gathered } from './gathered.ts'
import { kindOf } from './kind.ts'
import { MAX_NESTING } from './limits.ts'
import { unpack } from './unpack.ts'

/**
 * Reads a file and all that is packed in it, by content. Never rejects for what a file holds: what cannot be read is told among
 * the problems, and what was read before a fault is kept. Each library is loaded when the first file of its kind comes.
 */
export async function readFile(bytes: Buffer, allowance: Allowance): Promise<FileReading> {
  const gathered = new Gathered(allowance)
  await readInto(gathered, bytes, 0)
  return gathered.reading()
}

async function readInto(gathered: Gathered, bytes: Buffer, nesting: number): Promise<void> {
  try {
    if (nesting > MAX_NESTING) throw new FileBoundError('too_deep')
    await readKind(gathered, bytes, nesting, (inner) => readInto(gathered, inner, nesting + 1))
  } catch (error) {
    if (!(error instanceof FileBoundError)) {
      // A library's complaint about a file: its text may repeat the file's, and goes nowhere.
      gathered.problem('broken')
      return
    }
    gathered.problem(error.problem)
    // What is packed too often, or unpacks to too much by itself, says nothing of the entries beside it.
    const goesOn = error.problem === 'too_deep' || (error.problem === 'too_large' && gathered.hasRoom)
    if (!goesOn && nesting > 0) throw error
  }
}

async function readKind(gathered: Gathered, bytes: Buffer, nesting: number, readInner: ReadInner): Promise<void> {
  const kind = kindOf(bytes)
  switch (kind) {
    case 'pdf':
      return (await import('./pdf.ts')).readPdf(gathered, bytes, readInner)
    case 'zip':
      return (await import('./zip.ts')).readZip(gathered, bytes, readInner)
    case 'gzip':
    case 'zstd': {
      const { bytes: unpacked, problem } = await unpack(kind, bytes, gathered.allowance)
      if (problem !== undefined) gathered.problem(problem)
      return readInner(unpacked)
    }
    case 'tar':
      return (await import('./tar.ts')).readTar(gathered, bytes, readInner)
    case 'rtf':
      return besidesRaw(gathered, bytes, nesting, async () => (await import('./rtf.ts')).readRtf(gathered, bytes))
    case 'mail':
      return besidesRaw(gathered, bytes, nesting, async () =>
        (await import('./mail.ts')).readMail(gathered, bytes, readInner),
      )
    case 'encrypted':
      return gathered.problem('encrypted')
    case 'media':
      gathered.context(legibleText(bytes))
      return gathered.problem('media')
    case 'packed':
      gathered.context(legibleText(bytes))
      return gathered.problem('unsupported')
    case 'other':
      return readText(gathered, bytes)
  }
}

/**
 * A format that is a text itself: what it shows never replaces the text as it stands, which another reader may go by. A file that is
 * not packed in another one is inspected as a text anyway (proxy/platforms/collect.ts).
 */
async function besidesRaw(
  gathered: Gathered,
  bytes: Buffer,
  nesting: number,
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read()
  } finally {
    if (nesting > 0) gathered.context(decodeText(bytes)?.text ?? legibleText(bytes))
  }
}

function readText(gathered: Gathered, bytes: Buffer): void {
  if (bytes.length === 0) return
  const decoded = decodeText(bytes)
  if (decoded === undefined) {
    gathered.context(legibleText(bytes))
    gathered.problem('unsupported')
    return
  }
  gathered.text(decoded.text)
  for (const other of decoded.others) gathered.context(other)
}
