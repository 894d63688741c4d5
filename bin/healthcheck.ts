/**
 * What a container asks about itself: exit code 0 if its part of Weir answers, 1 if it does not.
 *
 *   node bin/healthcheck.ts api|proxy
 */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isProxyEncrypted } from '../config/listen.ts'
import { loadSettings, type Settings } from '../config/settings.ts'
import { reachableHost } from '../core/network/address-list.ts'
import { formatHost } from '../core/network/host-name.ts'

/** Less than the HEALTHCHECK of the Dockerfiles allows. */
const TIMEOUT_MS = 2500

function addressOf(part: string | undefined, settings: Settings): URL | undefined {
  const url = (scheme: string, host: string, port: number) =>
    new URL(`${scheme}://${formatHost(reachableHost(host))}:${port}/healthz`)
  if (part === 'api') return url(settings.apiTls === 'off' ? 'http' : 'https', settings.apiHost, settings.apiPort)
  return part === 'proxy'
    ? url(isProxyEncrypted(settings) ? 'https' : 'http', settings.proxyHost, settings.proxyPort)
    : undefined
}

function answers(url: URL): Promise<boolean> {
  return new Promise((resolve) => {
    // Whether the certificate fits this name is not what is asked.
    const options = { rejectUnauthorized: false, timeout: TIMEOUT_MS }
    const request = url.protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options)
    request.on('response', (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
    request.end()
  })
}

const url = addressOf(process.argv[2], loadSettings(process.env, process.cwd()))
if (url === undefined) {
  process.stderr.write('usage: healthcheck.ts api|proxy\n')
  process.exit(2)
}
process.exit((await answers(url)) ? 0 : 1)
