import { Agent, request as httpsRequest } from 'node:https'
import { serveDecrypted } from './bare.ts'
import { laneOptions } from './contestant.ts'

const { upstreamPort, upstreamCa } = laneOptions()
const agent = new Agent({ keepAlive: true, ca: upstreamCa, servername: 'api.openai.com' })

serveDecrypted('bare-https', (request, response) => {
  const { method, url, headers } = request
  const forwarded = httpsRequest(
    { host: '127.0.0.1', port: upstreamPort, agent, method, path: url, headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    },
  )
  request.pipe(forwarded)
})
