interface Node<T> {
  readonly children: Map<string, Node<T>>
  /** Of the name that ends here. */
  value?: T
  /** Of every name that goes on below. */
  below?: T
}

/**
 * Finds what belongs to a host name by patterns: exact names; `*.example.com` for all names below (not the bare one); `*`
 * for one label in the middle (`api.*.example.com`); `*-end` for a label that ends so. The more exact pattern wins, from
 * the right. A name that fits nothing is turned down at the first label that no pattern has.
 */
export class HostPatterns<T> {
  readonly #root: Node<T> = { children: new Map() }

  constructor(patterns: Iterable<readonly [pattern: string, value: T]>) {
    for (const [pattern, value] of patterns) this.#add(pattern, value)
  }

  /** @param host in lower case, without port or trailing dot */
  find(host: string): T | undefined {
    return find(this.#root, host.split('.'))
  }

  #add(pattern: string, value: T): void {
    const isBelow = pattern.startsWith('*.')
    let node = this.#root
    for (const label of (isBelow ? pattern.slice(2) : pattern).split('.').toReversed()) {
      const next: Node<T> = node.children.get(label) ?? { children: new Map() }
      node.children.set(label, next)
      node = next
    }
    if (isBelow) node.below ??= value
    else node.value ??= value
  }
}

/** @param labels what is left of the name, its end first to be looked at */
function find<T>(node: Node<T>, labels: readonly string[]): T | undefined {
  const label = labels.at(-1)
  if (label === undefined) return node.value
  const rest = labels.slice(0, -1)
  const hyphen = label.lastIndexOf('-')
  for (const key of [label, hyphen === -1 ? label : `*${label.slice(hyphen)}`, '*']) {
    const child = node.children.get(key)
    const found = child && find(child, rest)
    if (found !== undefined) return found
  }
  return node.below
}
