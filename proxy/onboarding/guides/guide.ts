/** How a device reaches this proxy, as the guides say it. */
export interface Place {
  /** host:port */
  readonly proxy: string
  /** Without brackets. */
  readonly host: string
  readonly port: string
  /** http://host:port, or https:// where the proxy's own port is encrypted. */
  readonly url: string
  /** The value of NO_PROXY. */
  readonly direct: string
}

/** A sentence, or what is typed or written into a file. */
export type Step = { readonly say: string } | { readonly type: string }

/** How one system or tool is told of the proxy and its CA. */
export interface Guide {
  /** The last part of its address: /setup/ID. */
  readonly id: string
  readonly title: string
  readonly steps: (place: Place) => readonly Step[]
}

export function say(text: string): Step {
  return { say: text }
}

export function type(text: string): Step {
  return { type: text }
}

export function placeOf(proxy: string, isEncrypted: boolean): Place {
  const port = /:(\d+)$/.exec(proxy)?.[1] ?? (isEncrypted ? '443' : '80')
  const host = proxy.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  const direct = [...new Set(['localhost', '127.0.0.1', '::1', host])].join(',')
  return { proxy, host, port, url: `${isEncrypted ? 'https' : 'http'}://${proxy}`, direct }
}
