import { type ParseResult, parseBody } from '../../proxy/body/parse.ts'
import { createCatalogue } from '../../proxy/platforms/catalogue.ts'
import type { Platform, Prompt, RequestTarget } from '../../proxy/platforms/platform.ts'
import { readPrompt } from '../../proxy/platforms/read.ts'

const catalogue = createCatalogue({ interceptHosts: [], bypassHosts: [] })

export interface RequestSketch {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Splits a URL into what the proxy knows of a request: the platform behind the host, and the target. */
export function targetOf(url: string, sketch: RequestSketch = {}): { platform: Platform; target: RequestTarget } {
  const { hostname, host, pathname, searchParams } = new URL(url)
  const platform = catalogue.platformFor(host)
  if (platform === undefined) throw new Error(`${host} is not in the catalogue`)
  const headers = { 'content-type': 'application/json', ...sketch.headers }
  return {
    platform,
    target: { method: sketch.method ?? 'POST', path: pathname, query: searchParams, headers, host: hostname },
  }
}

/** What is read out of a request, as `role: text` lines; objects are sent as JSON. */
export function readRequest(
  url: string,
  body: unknown,
  sketch: RequestSketch = {},
): { operation: string; prompt: Prompt; lines: string[]; parsed: ParseResult } {
  const { platform, target } = targetOf(url, sketch)
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const parsed = parseBody(bytes, target.headers['content-type'])
  const { operation, prompt } = readPrompt(platform, target, parsed)
  return { operation, prompt, parsed, lines: prompt.parts.map(({ role, text }) => `${role}: ${text}`) }
}

/** A multipart/form-data body: a string is a field, a pair a file with its name. */
export function formData(
  fields: Readonly<Record<string, string | readonly [filename: string, content: string]>>,
  boundary = 'weir-test-boundary',
): { body: Buffer; headers: Record<string, string> } {
  const parts = Object.entries(fields).map(([name, value]) => {
    const [filename, content] = typeof value === 'string' ? [undefined, value] : value
    const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`
  })
  return {
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
