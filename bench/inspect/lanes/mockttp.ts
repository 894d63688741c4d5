import { Server } from 'node:net'
import { generateCACertificate, getLocal } from 'mockttp'
import { inspectChat } from '../five-patterns.ts'
import { announce, laneOptions } from './contestant.ts'

const { upstreamPort, upstreamCa } = laneOptions()

// mockttp listens on every interface and has no option for it; a comparison stays on this machine.
const { listen } = Server.prototype
Server.prototype.listen = function (target: unknown, ...rest: unknown[]) {
  const options = typeof target === 'object' ? target : { port: target }
  return Reflect.apply(listen, this, [{ ...options, host: '127.0.0.1' }, ...rest])
}

const https = await generateCACertificate()
// What it would keep of all traffic for assertions has no place in a proxy that runs for long.
const server = getLocal({ https, recordTraffic: false, http2: false })
await server.start()
await server.forAnyRequest().thenPassThrough({
  additionalTrustedCAs: [{ cert: upstreamCa }],
  beforeRequest(request) {
    inspectChat(request.body.buffer)
    return { url: `https://127.0.0.1:${upstreamPort}${request.path}` }
  },
})
announce({ port: server.port, caPem: https.cert })
