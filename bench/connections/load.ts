import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** What the other end of the comparison is asked to do with a proxy on this port. */
export type Question =
  | { readonly measure: 'open'; readonly port: number; readonly count: number }
  | { readonly measure: 'close' }
  | { readonly measure: 'bytes'; readonly port: number; readonly megabytes: number }
  | { readonly measure: 'handshakes'; readonly port: number; readonly hosts: readonly string[]; readonly caPem: string }

/** Tunnels that are opened side by side. */
const AT_ONCE = 50
const CHUNK = Buffer.alloc(65_536, 'weir')

/** Where tunnels end: it is silent until it is told how many megabytes to send. */
const far = createServer((socket) => {
  socket.on('error', () => socket.destroy())
  socket.on('data', (asked: Buffer) => {
    let left = (Number(asked.toString()) * 1_048_576) / CHUNK.length
    const send = () => {
      while (left > 0) {
        left -= 1
        if (!socket.write(CHUNK)) return void socket.once('drain', send)
      }
      socket.end()
    }
    send()
  })
})
far.listen(0, '127.0.0.1')
await once(far, 'listening')
const farPort = (far.address() as AddressInfo).port
const open: Socket[] = []

async function openTunnel(port: number, target: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (!answer.toString().startsWith('HTTP/1.1 200 ')) throw new Error(`CONNECT was answered with ${answer}`)
  return socket
}

async function answer(question: Question): Promise<object> {
  switch (question.measure) {
    case 'open':
      for (let opened = 0; opened < question.count; opened += AT_ONCE)
        open.push(
          ...(await Promise.all(
            Array.from({ length: AT_ONCE }, () => openTunnel(question.port, `127.0.0.1:${farPort}`)),
          )),
        )
      return { open: open.length }
    case 'close':
      for (const socket of open.splice(0)) socket.destroy()
      return {}
    case 'bytes': {
      const socket = await openTunnel(question.port, `127.0.0.1:${farPort}`)
      let received = 0
      socket.on('data', (bytes: Buffer) => {
        received += bytes.length
      })
      socket.write(String(question.megabytes))
      await once(socket, 'close')
      return { received }
    }
    case 'handshakes':
      for (const host of question.hosts) {
        const socket = await openTunnel(question.port, `${host}:443`)
        const tls = connectTls({ socket, servername: host, ca: question.caPem, ALPNProtocols: ['http/1.1'] })
        await once(tls, 'secureConnect')
        tls.destroy()
      }
      return { done: question.hosts.length }
  }
}

process.on('message', (question: Question) => {
  answer(question).then(
    (report) => process.send?.(report),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})
process.send?.({ ready: true })
