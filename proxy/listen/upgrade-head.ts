import type { IncomingMessage } from 'node:http'
import { forwardableRequestHeaders } from '../headers.ts'

/** The head of an upgrade request as it is sent on: end-to-end headers, and the two that ask for the upgrade. */
export function upgradeHead(request: IncomingMessage, path: string): string {
  const headers = forwardableRequestHeaders(request.rawHeaders)
  const lines = [`${request.method} ${path} HTTP/1.1`]
  for (let i = 0; i + 1 < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`)
  lines.push('Connection: Upgrade', `Upgrade: ${request.headers.upgrade}`, '', '')
  return lines.join('\r\n')
}
