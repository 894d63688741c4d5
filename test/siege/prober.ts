import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { once } from '../support/once.ts'

/*
 * A process of its own, so that the attack beside it is not measured: sends a small prompt again and again on one connection, and prints how
 * long each took, in milliseconds, when its standard input ends. Arguments: the proxy's port, the host, and how long to wait in between.
 */

const [port = '', host = '', pause = '20'] = process.argv.slice(2)
const BODY = JSON.stringify({
  model: 'gpt-5',
  messages: [{ role: 'user', content: 'Which river flows through Vienna?' }],
})
const REQUEST = [
  'POST /v1/chat/completions HTTP/1.1',
  `Host: ${host}`,
  'Content-Type: application/json',
  `Content-Length: ${Buffer.byteLength(BODY)}`,
  '',
  BODY,
].join('\r\n')

const taken: number[] = []
let failed = 0
let isOver = false

async function open(): Promise<Socket> {
  const tcp = connectTcp({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.200' })
  tcp.write(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}:443\r\n\r\n`)
  await once(tcp, 'data')
  const tls = connectTls({ socket: tcp, servername: host, rejectUnauthorized: false })
  await once(tls, 'secureConnect')
  return tls
}

/** Whether the answer was that of the service. */
async function ask(socket: Socket): Promise<boolean> {
  let answer = ''
  const { promise, resolve } = Promise.withResolvers<void>()
  const onData = (chunk: Buffer) => {
    answer += chunk.toString('latin1')
    if (answer.includes('{"ok":true}') || /^HTTP\/1\.1 [45]/.test(answer)) resolve()
  }
  socket.on('data', onData).once('close', resolve)
  socket.write(REQUEST)
  await promise
  socket.off('data', onData).off('close', resolve)
  return answer.startsWith('HTTP/1.1 200 ')
}

process.stdin.resume().once('end', () => {
  isOver = true
})
let socket: Socket | undefined
while (!isOver) {
  const started = performance.now()
  try {
    if (socket === undefined || socket.destroyed) socket = (await open()).on('error', () => {})
    const asked = performance.now()
    if (await ask(socket)) taken.push(performance.now() - asked)
    else {
      failed++
      socket.destroy()
    }
  } catch {
    failed++
  }
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, Number(pause) - (performance.now() - started))))
}
process.stdout.write(JSON.stringify({ taken, failed }))
process.exit(0)
