export type Reading = 'exact' | 'line-feeds' | 'trimmed' | 'without-last' | 'with-last' | 'composed'

/** Pasted text is seldom what was sent to the last byte: the readings that are likely, each text once. */
export function readingsOf(text: string): { readonly reading: Reading; readonly text: string }[] {
  const lines = text.replaceAll('\r\n', '\n')
  const all: { reading: Reading; text: string }[] = [
    { reading: 'exact', text },
    { reading: 'line-feeds', text: lines },
    { reading: 'trimmed', text: lines.trim() },
    { reading: 'without-last', text: lines.replace(/\n+$/, '') },
    { reading: 'with-last', text: `${lines}\n` },
    { reading: 'composed', text: lines.normalize('NFC') },
  ]
  return all.filter((one, index) => one.text !== '' && all.findIndex((other) => other.text === one.text) === index)
}

/** SHA-256 of the text's UTF-8 bytes, made in this browser (docs/reference/api-rules.md, Interactions). */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
