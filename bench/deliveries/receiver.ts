import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeLeaf } from '../../test/support/leaf-certificate.ts'
import { newReceiverCa } from '../../test/support/webhook-receiver.ts'

/** Receivers that answer at once, a host name for each webhook: what is measured is the sender. */
const ca = newReceiverCa()
const server = createServer(makeLeaf({ issuer: ca, names: ['*.receiver.test'] }), (request, response) => {
  request.resume().on('end', () => response.writeHead(204).end())
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.({ port: (server.address() as AddressInfo).port, ca: ca.certificate.toString() })
