import { Socket } from 'node:net'
import test from 'ava'
import { Outgoing } from '../../../../proxy/http/h1/outgoing.ts'

/** A socket that keeps what is written to it. */
function keepingSocket(): { readonly socket: Socket; readonly written: (string | Uint8Array)[] } {
  const socket = new Socket()
  const written: (string | Uint8Array)[] = []
  socket.write = (data: string | Uint8Array) => {
    written.push(data)
    return true
  }
  return { socket, written }
}

/** What is written of a head of this text and a body in one stretch of memory, of which the first 10 bytes are room. */
function write(head: string, roomAt: readonly [number, number] = [0, 10]) {
  const { socket, written } = keepingSocket()
  const outgoing = new Outgoing(socket)
  const memory = Buffer.from(new ArrayBuffer(40)).fill('.')
  const body = memory.subarray(10, 20).fill('b')
  outgoing.text(head)
  outgoing.pieceInRoom(body, memory.subarray(...roomAt))
  outgoing.flush()
  const text = written.map((data) => Buffer.from(data as Buffer).toString('latin1')).join('')
  return { memory, written, text }
}

test('a head that fits into the room before its body is put there, and both are one piece of the same memory', (t) => {
  for (const head of ['head', '0123456789', 'h\xe9ad']) {
    const { memory, written, text } = write(head)
    t.is(text, `${head}bbbbbbbbbb`)
    t.is(written.length, 1)
    t.is((written[0] as Buffer).buffer, memory.buffer)
    t.is(memory.toString('latin1'), `${'.'.repeat(10 - head.length)}${head}bbbbbbbbbb${'.'.repeat(20)}`)
  }
})

test('memory that is too small, or does not lie directly before the body, is not written over', (t) => {
  for (const [head, at] of [
    ['0123456789+', [0, 10]],
    ['head', [0, 9]],
    ['head', [20, 40]],
    ['head', [7, 10]],
    ['head', [0, 0]],
  ] as const) {
    const { memory, text } = write(head, at)
    t.is(text, `${head}bbbbbbbbbb`)
    t.is(memory.toString('latin1'), `${'.'.repeat(10)}bbbbbbbbbb${'.'.repeat(20)}`)
  }
})

test('what was written before it stays before it', (t) => {
  const { socket, written } = keepingSocket()
  const outgoing = new Outgoing(socket)
  const memory = Buffer.from(new ArrayBuffer(20)).fill('.')
  outgoing.text('head')
  outgoing.piece(Buffer.from('first'))
  outgoing.pieceInRoom(memory.subarray(10), memory.subarray(0, 10))
  outgoing.flush()
  t.is(Buffer.concat(written.map((data) => Buffer.from(data as Buffer))).toString(), 'headfirst..........')
})
