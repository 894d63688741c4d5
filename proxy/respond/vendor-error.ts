import { isOperatorHost } from '../platforms/operator-host.ts'
import type { ProxyError } from './proxy-error.ts'

/**
 * An error of the proxy as JSON, in a form that the vendor's own SDK reads. The sentence stands in it once, as many clients show all of
 * it; where nobody knows what is read, in `message` as well as in `error.message`: between them, most tools show it. Sources: the vendors'
 * pages on errors of their APIs.
 * @param platform the id of the AI service; undefined where none was asked for
 */
export function vendorError({ status, code, message }: ProxyError, platform: string | undefined): object {
  const ours = { source: 'Weir' }
  switch (platform) {
    case 'openai-api':
      return { error: { message, type: 'proxy_error', param: null, code }, ...ours }
    case 'anthropic-api':
      return { type: 'error', error: { type: 'api_error', message, code }, ...ours }
    case 'google-gemini-api':
      return { error: { code: status, message, status: 'UNAVAILABLE', reason: code }, ...ours }
    default: {
      const isKnown = platform !== undefined && !isOperatorHost(platform)
      return { error: { message, type: 'proxy_error', code }, ...(!isKnown && { message }), ...ours }
    }
  }
}
