/** A value as it is written: its quotes are no part of it. */
export interface Literal {
  readonly start: number
  readonly end: number
  readonly quoted: boolean
}

const QUOTED_MAX = 1000
/** A longer run of characters without quotes is data, if it is not of the characters of tokens. */
const BARE_MAX = 200
const TOKEN_MAX = 1000
const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '«': '»' }

/** Letters and digits that begin no prefix of a literal. */
const PLAIN_STARTS = new Uint8Array(128)
for (let code = 0; code < 128; code++) if (/[0-9A-Zac-eg-qs-z]/.test(String.fromCharCode(code))) PLAIN_STARTS[code] = 1

/** A literal in quotes (escaped ones too, as in JSON within JSON), or what stands up to the next blank or delimiter. */
export function readValue(text: string, position: number): Literal | undefined {
  const first = text.charCodeAt(position)
  if (first < 128 && PLAIN_STARTS[first] === 1) return bare(text, position)
  let open = position
  while (text[open] === '\\' && open - position < 3) open++
  const escapes = open - position
  if (text[open] === '@' || text[open] === 'b' || text[open] === 'r' || text[open] === 'f') {
    // Prefixes of string literals: @"...", b'...', r"...".
    if (CLOSING[text[open + 1] ?? ''] !== undefined) open++
  }
  const entity = text[open] === '&' ? /^&(?:quot|#39|#34);/.exec(text.slice(open, open + 6))?.[0] : undefined
  if (entity !== undefined) return quotedBy(text, open + entity.length, entity, 0)
  const closing = CLOSING[text[open] ?? '']
  if (closing !== undefined) {
    const triple = text.startsWith(`${text[open]}${text[open]}${text[open]}`, open) ? 3 : 1
    const start = open + triple + (text[open] === '«' && /\s/.test(text[open + 1] ?? '') ? 1 : 0)
    return quotedBy(text, start, closing, escapes)
  }
  if (escapes > 0) return undefined
  return bare(text, position)
}

function quotedBy(text: string, start: number, closing: string, escapes: number): Literal | undefined {
  for (let end = start; end < text.length && end - start < QUOTED_MAX; end++) {
    const character = text[end]
    if (character === '\n') return undefined
    if (text.startsWith(closing, end)) return { start, end: trimEnd(text, start, end - escapes), quoted: true }
    if (character === '\\' && escapes === 0) end++
    else if (character === '\\' && text.startsWith(closing, end + escapes)) return { start, end, quoted: true }
  }
  return undefined
}

function trimEnd(text: string, start: number, end: number): number {
  while (end > start && /\s/.test(text[end - 1] ?? '')) end--
  return end
}

/** What ends a value without quotes: blanks, controls and these signs; an ampersand may. */
const ENDS_RUN = new Uint8Array(256)
for (const code of [...Array(0x21).keys(), 0xa0]) ENDS_RUN[code] = 1
for (const sign of '"\'`<>;,|{}\\&') ENDS_RUN[sign.charCodeAt(0)] = 1
const AMPERSAND = 0x26
/** No sign of equality for a while: of names and values in a row each would be read to the end of the row. */
const TOKEN = /[\w.~+/-]{100}[\w.~+/=-]{100,899}/y

function bare(text: string, start: number): Literal | undefined {
  let end = endOfRun(text, start)
  if (end - start >= BARE_MAX) return bareToken(text, start)
  // Punctuation ends a sentence; a bracket closes what was open before.
  while (end > start && isPunctuation(text.charCodeAt(end - 1)) && !isPartOfValue(text, start, end)) end--
  return end > start ? { start, end, quoted: false } : undefined
}

/** The run that was read last, up to where its end had been looked for: of names and values in a row each begins such a run. */
let run = { text: '', from: 0, to: 0 }

/** Where a value without quotes ends; or, if it is at least as long as values are, a place in it that is no nearer than that. */
function endOfRun(text: string, start: number): number {
  const isKnown = start >= run.from && start < run.to && text === run.text
  let end = isKnown ? run.to : start
  while (end - start < BARE_MAX) {
    for (const limit = Math.min(text.length, end + BARE_MAX); end < limit; end++) {
      const code = text.charCodeAt(end)
      if (code < 256 && ENDS_RUN[code] === 1) break
    }
    if (text.charCodeAt(end) !== AMPERSAND || endsAtAmpersand(text, end)) break
    end++
  }
  if (isKnown) {
    // An equal string is compared unit by unit, the same one is not.
    run.text = text
    run.to = end
  } else if (end - start >= KEPT_MIN) run = { text, from: start, to: end }
  return end
}

/** Shorter runs are read again. */
const KEPT_MIN = 64

/** The next parameter of a query, or an entity; a password may hold an ampersand. */
function endsAtAmpersand(text: string, index: number): boolean {
  return /^&(?:#?\w{1,16};|[\w.-]{1,40}=)/.test(text.slice(index, index + 48))
}

/** What is longer than other values, and ends as they do. */
function bareToken(text: string, start: number): Literal | undefined {
  TOKEN.lastIndex = start
  if (!TOKEN.test(text)) return undefined
  let end = TOKEN.lastIndex
  let next = end
  while (next - start < TOKEN_MAX && isPunctuation(text.charCodeAt(next))) next++
  if (next - start >= TOKEN_MAX || endOfRun(text, next) > next) return undefined
  while (isPunctuation(text.charCodeAt(end - 1))) end--
  return { start, end, quoted: false }
}

/** . , : ! ? ) ] */
function isPunctuation(code: number): boolean {
  switch (code) {
    case 0x2e:
    case 0x2c:
    case 0x3a:
    case 0x21:
    case 0x3f:
    case 0x29:
    case 0x5d:
      return true
    default:
      return false
  }
}

/** Passwords end in "!" or "?" as sentences do: after digits and capitals they are taken for the password's own. */
function isPartOfValue(text: string, start: number, end: number): boolean {
  return text[end - 1] === '!' && /[0-9#@$%&*]/.test(text.slice(start, end - 1))
}
