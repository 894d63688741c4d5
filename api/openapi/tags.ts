/** The tag of every operation is chosen by the first part of its path. */
const TAGS: Readonly<Record<string, { readonly name: string; readonly description: string }>> = {
  auth: { name: 'Authentication', description: 'Log in, accept an invitation.' },
  users: { name: 'Users', description: 'The own account, and, for administrators, everybody’s.' },
  policies: { name: 'Policies', description: 'What is blocked, coached or logged, and when.' },
  detectors: { name: 'Detectors', description: 'What a company looks for besides what Weir knows by itself.' },
  interactions: {
    name: 'Interactions',
    description: 'The record of prompts and answers: hashes and findings, never text.',
  },
  alerts: { name: 'Alerts', description: 'What administrators are to look at.' },
  inventory: { name: 'Inventory', description: 'The AI services in use.' },
  settings: { name: 'Settings', description: 'What holds for all proxies of a tenant.' },
  dashboard: { name: 'Dashboard', description: 'Statistics.' },
  'audit-log': {
    name: 'Audit log',
    description: 'Who did what: append-only, each entry’s hash covers the one before.',
  },
  classification: { name: 'Classification', description: 'What a text contains; it is neither stored nor logged.' },
  'service-tokens': { name: 'Service tokens', description: 'Access for proxies and browser extensions.' },
  'proxy-tokens': { name: 'Proxy tokens', description: 'Who uses a proxy.' },
  webhooks: { name: 'Webhooks', description: 'Signed events for systems outside.' },
  ws: { name: 'Live updates', description: 'Events over a WebSocket.' },
  healthz: { name: 'Monitoring', description: 'For orchestrators and monitors.' },
  docs: { name: 'Documentation', description: 'This document.' },
}
const ALIASES: Readonly<Record<string, string>> = { readyz: 'healthz', metrics: 'healthz' }

/** @returns the tag's name; undefined where nobody has said yet what these paths are about */
export function tagOf(path: string): string | undefined {
  const segment = path.split('/')[1] ?? ''
  return TAGS[ALIASES[segment] ?? segment]?.name
}

/** Those that are used, in the order in which a reader meets them. */
export function usedTags(names: ReadonlySet<string>): { readonly name: string; readonly description: string }[] {
  return Object.values(TAGS).filter(({ name }) => names.has(name))
}
