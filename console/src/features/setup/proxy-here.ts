/**
 * The proxy beside the API, by the name by which its people reach it; undefined if the API does not know its proxy.
 * @param ownHost where the console was opened: a proxy that listens everywhere is most likely reached by the same name
 */
export function proxyHere<P extends { readonly url: string }>(proxies: readonly P[], ownHost: string): P | undefined {
  return proxies.find(({ url }) => new URL(url).hostname === ownHost) ?? proxies[0]
}
