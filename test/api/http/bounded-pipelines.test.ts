import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import test from 'ava'
import { boundPipelines } from '../../../api/http/bounded-pipelines.ts'
import { until } from '../../support/wire.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

test('a connection may have three requests unanswered, and ends with one more', async (t) => {
  const waiting: ServerResponse[] = []
  const server = createServer(boundPipelines((_, response) => void waiting.push(response), 3))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  t.teardown(() => socket.destroy())
  let answers = ''
  let isClosed = false
  socket.on('error', () => {})
  socket.on('data', (piece) => {
    answers += piece
  })
  socket.on('close', () => {
    isClosed = true
  })
  // More than that in all, but no more at once.
  for (let round = 1; round <= 2; round += 1) {
    socket.write(REQUEST.repeat(3))
    await until(
      () => waiting.length === 3,
      () => `${waiting.length} requests came`,
    )
    for (const response of waiting.splice(0)) response.end('x')
    await until(
      () => answers.split('HTTP/1.1 200').length === 1 + 3 * round,
      () => answers,
    )
  }
  t.false(isClosed)
  socket.write(REQUEST.repeat(100))
  await until(
    () => isClosed,
    () => 'the connection is still there',
  )
  t.is(waiting.length, 3)
})
