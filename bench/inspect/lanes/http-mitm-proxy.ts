import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { Proxy as MitmProxy } from 'http-mitm-proxy'
import { inspectChat } from '../five-patterns.ts'
import { announce, laneOptions } from './contestant.ts'

const { folder, upstreamPort, upstreamCa } = laneOptions()
const sslCaDir = join(folder, 'http-mitm-proxy')
const httpsAgent = new Agent({ keepAlive: true, ca: upstreamCa, servername: 'api.openai.com' })

const proxy = new MitmProxy()
proxy.onError((_context, error) => process.stderr.write(`${error?.message}\n`))
proxy.onRequest((context, callback) => {
  const target = context.proxyToServerRequestOptions
  if (target !== undefined) Object.assign(target, { host: '127.0.0.1', port: upstreamPort })
  const chunks: Buffer[] = []
  context.onRequestData((_context, chunk, done) => {
    chunks.push(chunk)
    // Nothing goes on before the verdict.
    done(null, undefined)
  })
  context.onRequestEnd((_context, done) => {
    const body = Buffer.concat(chunks)
    inspectChat(body)
    context.proxyToServerRequest?.write(body)
    done()
  })
  callback()
})
proxy.listen({ host: '127.0.0.1', port: 0, sslCaDir, keepAlive: true, httpsAgent }, () => {
  announce({ port: proxy.httpPort, caPem: readFileSync(join(sslCaDir, 'certs', 'ca.pem'), 'utf8') })
})
