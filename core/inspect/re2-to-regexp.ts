/**
 * A pattern in RE2's syntax for RegExp: flags in front, and the names of categories in braces. What ignores case in a part, as in
 * `(?i:licen[cs]e)`, has its letters written out: V8 of Node 26.10 does not find "DRIVER LICENSE" by
 * `(?i:driv(?:er|ing)['’]?s?[ _]?licen[cs]e|permis)`.
 */
export function translated(pattern: string, flags: string): RegExp {
  const isFolded = pattern.startsWith('(?i)')
  const source = (isFolded ? pattern.slice('(?i)'.length) : pattern).replace(/\\p([A-Z])/g, '\\p{$1}')
  return new RegExp(unfolded(source), `${flags}u${isFolded ? 'i' : ''}`)
}

/** An escape, a category, the head of a group, the end of one, a class, or one character. */
const PARTS = /\\p\{\w+\}|\\.|\(\?(?:i:|:|<\w+>|<?[=!])|\[(?:\\.|[^\]\\])*\]|./gsu
const FOLDING = '(?i:'

function unfolded(source: string): string {
  if (!source.includes(FOLDING)) return source
  /** Of each open group, whether case is ignored in it. */
  const open = [false]
  return source.replace(PARTS, (part) => {
    const isFolded = open.at(-1) === true
    if (part.startsWith('(')) open.push(isFolded || part === FOLDING)
    else if (part === ')') open.pop()
    if (part === FOLDING) return '(?:'
    if (!isFolded || part.startsWith('\\') || part.startsWith('(')) return part
    return part.startsWith('[') ? foldedClass(part) : folded(part)
  })
}

/** Only letters by themselves stand in these classes, and ranges of digits. */
function foldedClass(part: string): string {
  const characters = part.slice(1, -1)
  if (/\p{L}-|\\p|^\^/u.test(characters)) throw new RangeError(`a class whose case cannot be written out: ${part}`)
  return `[${characters.replace(/\p{L}/gu, (letter) => casesOf(letter).join(''))}]`
}

function folded(character: string): string {
  const cases = casesOf(character)
  return cases.length === 1 ? character : `[${cases.join('')}]`
}

/** Other characters that Unicode folds to the same letter (CaseFolding.txt): the long s and the sign of kelvins. */
const OTHER_CASES: Readonly<Record<string, string>> = { s: '\u017f', k: '\u212a' }

function casesOf(character: string): string[] {
  const small = character.toLowerCase()
  return [...new Set([small, character.toUpperCase(), ...(OTHER_CASES[small] ?? [])])]
}
