/** Plain words that YAML 1.1 and 1.2 both read as themselves; everything else is quoted as in JSON. */
const PLAIN = /^[A-Za-z$][A-Za-z0-9 _$/.{}()-]*$/
const NOT_STRINGS = /^(?:true|false|yes|no|on|off|null|y|n|nan|inf)$/i

/**
 * Writes JSON data as YAML 1.2 in block style. JSON is YAML as it stands, so what is quoted here is quoted as JSON is;
 * only line breaks and indentation make it easier to read.
 */
export function toYaml(value: unknown): string {
  return `${block(value, '')}\n`
}

function block(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item) => `${indent}- ${block(item, `${indent}  `).trimStart()}`).join('\n')
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => `${indent}${scalar(key)}:${after(item, indent)}`)
      .join('\n')
  }
  return indent + scalar(value)
}

function after(value: unknown, indent: string): string {
  if (typeof value === 'string' && isParagraphs(value)) {
    return ` |-\n${value.replaceAll(/^(?=.)/gm, `${indent}  `)}`
  }
  const isNested = (Array.isArray(value) || isObject(value)) && Object.keys(value).length > 0
  return isNested ? `\n${block(value, `${indent}  `)}` : ` ${scalar(value)}`
}

function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return PLAIN.test(value) && !value.endsWith(' ') && !NOT_STRINGS.test(value) ? value : JSON.stringify(value)
}

/** Several lines that a literal block keeps as they are: printable, and neither indented nor open at either end. */
function isParagraphs(text: string): boolean {
  return /^[^\s\p{C}][^\p{C}\u2028\u2029]*(?:\n+[^\s\p{C}][^\p{C}\u2028\u2029]*)+$/u.test(text)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
