import { RESOURCES } from '../../core/resources/all.ts'

/** The tag of every operation is chosen by the first part of its path. */
const TAGS: Readonly<Record<string, { readonly name: string; readonly description: string }>> = {
  auth: { name: 'Authentication', description: 'Log in and accept invitations.' },
  users: { name: 'Users', description: 'Your own account and, for administrators, all accounts.' },
  policies: { name: 'Policies', description: 'Rules that block, coach or log interactions.' },
  detectors: { name: 'Detectors', description: 'Rules of the company that find data besides the built-in rules.' },
  interactions: {
    name: 'Interactions',
    description: 'The record of prompts and responses: hashes and findings, never text.',
  },
  alerts: { name: 'Alerts', description: 'Events that administrators should look at.' },
  proxies: { name: 'Proxies', description: 'Which proxies there are, and how they do.' },
  inventory: { name: 'Inventory', description: 'The AI services in use.' },
  settings: { name: 'Settings', description: 'Settings of a tenant that apply to all its proxies.' },
  dashboard: { name: 'Dashboard', description: 'Statistics of a period.' },
  'audit-log': {
    name: 'Audit log',
    description: 'Who did what. Entries are only appended, and the hash of each covers the previous one.',
  },
  classification: {
    name: 'Classification',
    description: 'Find sensitive data in a text, which is neither stored nor logged.',
  },
  'service-tokens': { name: 'Service tokens', description: 'Tokens of proxies and browser extensions.' },
  ...Object.fromEntries(RESOURCES.map(({ path, section }) => [path.slice(1), section])),
  'proxy-tokens': { name: 'Proxy tokens', description: 'Personal tokens that tell a proxy who uses it.' },
  webhooks: { name: 'Webhooks', description: 'Signed events for other systems.' },
  ws: { name: 'Live updates', description: 'Events over a WebSocket.' },
  healthz: { name: 'Monitoring', description: 'Health checks and metrics.' },
  docs: { name: 'Documentation', description: 'This document.' },
}
const ALIASES: Readonly<Record<string, string>> = {
  readyz: 'healthz',
  metrics: 'healthz',
  configuration: 'settings',
  setup: 'settings',
}

/** @returns the tag's name; undefined if these paths have no tag yet */
export function tagOf(path: string): string | undefined {
  const segment = path.split('/')[1] ?? ''
  return TAGS[ALIASES[segment] ?? segment]?.name
}

/** Those that are used, in the order in which a reader meets them. */
export function usedTags(names: ReadonlySet<string>): { readonly name: string; readonly description: string }[] {
  return Object.values(TAGS).filter(({ name }) => names.has(name))
}
