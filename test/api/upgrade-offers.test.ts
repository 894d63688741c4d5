import { connect } from 'node:net'
import test from 'ava'
import { startTestApi, type TestApi } from '../support/api.ts'
import { once } from '../support/once.ts'

async function ask(api: TestApi, path: string, headers: string, body = ''): Promise<string> {
  const socket = connect(api.server.port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json\r\n`
  const method = body === '' ? 'GET' : 'POST'
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}${length}\r\n${body}`)
  while (!answer.includes('\r\n\r\n')) await once(socket, 'data')
  socket.destroy()
  return answer.slice(0, answer.indexOf('\r\n'))
}

test('an offer to upgrade that nobody takes up leaves an ordinary request', async (t) => {
  const api = await startTestApi(t)
  const authorization = `Authorization: Bearer ${api.admin}\r\n`
  const h2c = `${authorization}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n`
  t.is(await ask(api, '/api/v1/users/me', h2c), 'HTTP/1.1 200 OK')
  t.is(await ask(api, '/healthz', 'Connection: Upgrade\r\nUpgrade: h2c\r\n'), 'HTTP/1.1 200 OK')
  t.is(
    await ask(api, '/api/v1/users/me', `${authorization}Connection: Upgrade\r\nUpgrade: websocket\r\n`),
    'HTTP/1.1 200 OK',
  )
  const policy = JSON.stringify({ name: 'P', rules: { action: 'log', conditions: [] } })
  t.is(await ask(api, '/api/v1/policies', h2c, policy), 'HTTP/1.1 201 Created')
  t.is(await ask(api, '/nothing', h2c), 'HTTP/1.1 404 Not Found')
  t.is(await ask(api, '/api/v1/ws', h2c), 'HTTP/1.1 426 Upgrade Required')
})

test('a forwarded header from a peer that is no trusted proxy is warned of once', async (t) => {
  const lines: { code?: string; peer?: string; level: number }[] = []
  const api = await startTestApi(t, { onLog: (line) => lines.push(JSON.parse(line)) })
  for (const name of ['x-forwarded-for', 'forwarded', 'x-forwarded-for', 'x-real-ip']) {
    await api.request('GET', '/healthz', { headers: { [name]: '192.0.2.1' } })
  }
  const warnings = lines.filter(({ code }) => code === 'ERR_FORWARDER_NOT_TRUSTED')
  t.deepEqual(
    warnings.map(({ level, peer }) => [level, peer]),
    [[40, '127.0.0.1']],
  )
})

test('a trusted proxy’s forwarded headers are nothing to warn of', async (t) => {
  const lines: { code?: string }[] = []
  const env = { WEIR_TRUSTED_PROXIES: '127.0.0.0/8' }
  const api = await startTestApi(t, { env, onLog: (line) => lines.push(JSON.parse(line)) })
  await api.request('GET', '/healthz', { headers: { 'x-forwarded-for': '192.0.2.1' } })
  t.false(lines.some(({ code }) => code === 'ERR_FORWARDER_NOT_TRUSTED'))
})
