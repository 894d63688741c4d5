import type { OutgoingHttpHeaders } from 'node:http'
import { Pool } from 'undici'
import { serveDecrypted } from './bare.ts'
import { laneOptions } from './contestant.ts'

const { upstreamPort, upstreamCa } = laneOptions()
const upstream = new Pool(`https://127.0.0.1:${upstreamPort}`, {
  connect: { ca: upstreamCa, servername: 'api.openai.com' },
  allowH2: false,
})

// The cheapest of the ways tried: `request()` with its streams costs up to half as much again.
serveDecrypted('bare-undici', (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.once('end', () => {
    const { url = '/', rawHeaders } = request
    upstream.dispatch(
      { method: 'POST', path: url, headers: rawHeaders, body: Buffer.concat(chunks) },
      {
        onRequestStart: () => {},
        onResponseStart: (_controller, status, headers) => {
          response.writeHead(status, headers as OutgoingHttpHeaders)
        },
        onResponseData: (_controller, chunk) => {
          response.write(chunk)
        },
        onResponseEnd: () => {
          response.end()
        },
        onResponseError: (_controller, error) => {
          response.destroy(error)
        },
      },
    )
  })
})
