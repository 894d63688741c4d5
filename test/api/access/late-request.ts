import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestApi } from '../../support/api.ts'
import { once } from '../../support/once.ts'
import type { Scope } from '../../support/scope.ts'

export interface LateRequest {
  readonly route: string
  /** The status, once there is an answer. */
  readonly status: () => number | undefined
  readonly sendBody: () => void
  readonly answered: Promise<void>
}

/** Sends the head of a request and keeps its body back. */
export async function withhold(
  scope: Scope,
  api: TestApi,
  route: string,
  path: string,
  token: string,
  json: unknown,
): Promise<LateRequest> {
  const [method] = route.split(' ')
  const body = JSON.stringify(json ?? {})
  const socket = connect(api.server.port, '127.0.0.1')
  scope.teardown(() => socket.destroy())
  let received = ''
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      received += chunk
      if (status() !== undefined) resolve()
    })
    socket.on('close', () => resolve())
  })
  const status = () => {
    const code = /^HTTP\/1\.1 (?!100)(\d{3})/m.exec(received)?.[1]
    return code === undefined ? undefined : Number(code)
  }
  await once(socket, 'connect')
  socket.write(
    `${method} /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nExpect: 100-continue\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
  )
  // The head has been read; who does not wait for the body answers after it.
  while (!received.includes('100 Continue')) await sleep(5)
  return { route, status, sendBody: () => socket.write(body), answered }
}

/** What an administrator can see of a tenant. */
export async function everything(api: TestApi): Promise<unknown> {
  const paths = [
    '/users',
    '/policies?include=rules',
    '/detectors?include=rules',
    '/interactions',
    '/service-tokens',
    '/webhooks',
    '/alerts',
    '/inventory',
    '/audit-log',
  ]
  const answers = await Promise.all(paths.map((path) => api.request('GET', path, { token: api.admin })))
  return answers.map(({ json }) => json)
}
