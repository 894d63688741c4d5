/** Where people of this installation find the proxy's own page; undefined if the API does not know its proxy. */
export function proxyPage(
  proxy: { readonly host: string | null; readonly port: number; readonly encrypted: boolean } | null,
  ownHost: string,
): string | undefined {
  if (proxy === null) return undefined
  // A proxy that listens everywhere is reached by the name by which the console was.
  const host = proxy.host ?? ownHost
  const authority = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return `${proxy.encrypted ? 'https' : 'http'}://${authority}:${proxy.port}/`
}
