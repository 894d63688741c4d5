import { readFileSync } from 'node:fs'
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from 'undici'
import type { Scope } from './scope.ts'
import type { FakeUpstream } from './upstream.ts'
import type { Weir } from './weir.ts'

/** How an SDK goes through the proxy: what its documentation says to give as `fetchOptions.dispatcher`. */
export function throughProxy(scope: Scope, weir: Weir): Dispatcher {
  return ending(scope, new ProxyAgent({ uri: weir.proxyUrl, requestTls: { ca: weir.ca } }))
}

/** The same requests straight to the fake service, whatever host they are for. */
export function straightTo(scope: Scope, upstream: FakeUpstream): Dispatcher {
  const connect = buildConnector({ ca: readFileSync(upstream.caFile, 'utf8') })
  const connectThere: buildConnector.connector = (options, callback) =>
    connect({ ...options, hostname: '127.0.0.1', port: String(upstream.port), servername: options.hostname }, callback)
  return ending(scope, new Agent({ connect: connectThere }))
}

function ending(scope: Scope, dispatcher: Dispatcher): Dispatcher {
  scope.teardown(() => dispatcher.destroy())
  return dispatcher
}
