/** A Content-Type or Content-Disposition value, split (RFC 9110 section 5.6.6). */
export interface HeaderValue {
  /** Lower case, without parameters: a media type, or a disposition. */
  readonly value: string
  /** Lower-case names; of a name that comes twice the first value, as servers take it. */
  readonly parameters: ReadonlyMap<string, string>
}

const MAX_PARAMETERS = 32
const NO_PARAMETERS: ReadonlyMap<string, string> = new Map()

/** Never throws: parts that do not follow the grammar are left out. */
export function parseHeaderValue(header: string | undefined): HeaderValue {
  if (header === undefined) return { value: '', parameters: NO_PARAMETERS }
  const semicolon = header.indexOf(';')
  if (semicolon === -1) return { value: header.trim().toLowerCase(), parameters: NO_PARAMETERS }
  const parameters = new Map<string, string>()
  let position = semicolon + 1
  while (position < header.length && parameters.size < MAX_PARAMETERS) {
    const equals = header.indexOf('=', position)
    if (equals === -1) break
    const name = header.slice(position, equals).replaceAll(';', '').trim().toLowerCase()
    const parameter = parameterValue(header, equals + 1)
    if (name !== '' && !parameters.has(name)) parameters.set(name, parameter.value)
    position = parameter.end
  }
  return { value: header.slice(0, semicolon).trim().toLowerCase(), parameters }
}

function parameterValue(header: string, start: number): { value: string; end: number } {
  let position = start
  while (header[position] === ' ') position++
  if (header[position] !== '"') {
    const semicolon = header.indexOf(';', position)
    const end = semicolon === -1 ? header.length : semicolon
    return { value: header.slice(position, end).trim(), end: end + 1 }
  }
  let value = ''
  for (position++; position < header.length && header[position] !== '"'; position++) {
    // Browsers send a Windows path's backslashes unescaped, so only a quote or a backslash counts as escaped.
    const escaped = header[position] === '\\' && (header[position + 1] === '"' || header[position + 1] === '\\')
    if (escaped) position++
    value += header[position]
  }
  const semicolon = header.indexOf(';', position)
  return { value, end: semicolon === -1 ? header.length : semicolon + 1 }
}
