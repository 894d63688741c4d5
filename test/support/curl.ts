import { spawn } from 'node:child_process'
import test from 'ava'
import { once } from './once.ts'
import { testWith } from './optional.ts'
import type { Weir } from './weir.ts'

/** A test that needs curl. */
export const curlTest = testWith(test, 'curl')

export interface CurlAnswer {
  /** curl's own; 0 where it got an answer. */
  readonly exitCode: number
  /** 0 where there was no answer. */
  readonly status: number
  /** What the proxy answered CONNECT with; 0 where there was none. */
  readonly connectStatus: number
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  readonly text: string
  /** curl's own words on a failure. */
  readonly message: string
  /** Subject and issuer lines of the certificates shown to curl, with `--certs`. */
  readonly certificates: string
}

interface Options {
  /** Sent as the request's body, byte for byte. */
  readonly body?: string | Uint8Array
}

/** curl through the proxy, trusting the proxy's CA. */
export function curl(weir: Weir, args: readonly string[], options: Options = {}): Promise<CurlAnswer> {
  return runCurl(['--proxy', weir.proxyUrl, '--cacert', weir.caFile, ...args], options)
}

/** A JSON body posted through the proxy: a value, or the bytes of one. */
export function curlJson(weir: Weir, url: string, json: unknown, args: readonly string[] = []): Promise<CurlAnswer> {
  const body = typeof json === 'string' || json instanceof Uint8Array ? json : JSON.stringify(json)
  return curl(weir, [url, '--header', 'content-type: application/json', ...args], { body })
}

export async function runCurl(args: readonly string[], { body }: Options = {}): Promise<CurlAnswer> {
  const child = spawn('curl', [
    '--disable',
    '--silent',
    '--show-error',
    '--max-time',
    '60',
    '--include',
    '--suppress-connect-headers',
    '--write-out',
    '%{stderr}%{json}\n',
    ...(body === undefined ? [] : ['--data-binary', '@-']),
    ...args,
  ])
  const output: Buffer[] = []
  let report = ''
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    report += chunk
  })
  // Where the proxy answers before it has read everything, curl stops reading its input.
  child.stdin.on('error', () => {})
  child.stdin.end(body)
  const [exitCode] = (await once(child, 'close')) as [number]
  const facts = JSON.parse(report.slice(report.lastIndexOf('\n{') + 1)) as {
    http_code: number
    http_connect: number
    errormsg: string | null
  }
  const { headers, body: received } = splitAnswer(Buffer.concat(output))
  return {
    exitCode,
    status: facts.http_code,
    connectStatus: facts.http_connect,
    headers,
    body: received,
    text: received.toString(),
    message: facts.errormsg ?? '',
    certificates: report,
  }
}

/** The last head of those curl shows (100 Continue comes before it), and what follows it. */
function splitAnswer(output: Buffer): { headers: ReadonlyMap<string, string>; body: Buffer } {
  const end = output.indexOf('\r\n\r\n')
  if (end === -1) return { headers: new Map(), body: output }
  const [statusLine = '', ...lines] = output.subarray(0, end).toString('latin1').split('\r\n')
  const rest = output.subarray(end + 4)
  if (/^HTTP\/[\d.]+ 1\d\d/.test(statusLine)) return splitAnswer(rest)
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return { headers: new Map(headers), body: rest }
}
