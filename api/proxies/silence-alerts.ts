import { type AlertCandidate, OF_NO_RECORD } from '../../core/alerting/candidate.ts'
import type { ProxyInstanceRecord } from '../store/proxy-instance-store.ts'

/** How many silent proxies the title names; the facts of the alert name more (api/alerts/facts.ts). */
const NAMED_MAX = 3

const FRAME = {
  type: 'proxy_silent',
  severity: 'high',
  ...OF_NO_RECORD,
} satisfies Partial<AlertCandidate>

const WHAT_TO_DO =
  'has ended without a word, or does not reach the API: then it goes on with the policies that it knows, and keeps what it records.'

export function silentAlert({
  instance_id,
  name,
  version,
  last_seen,
  records_waiting,
}: ProxyInstanceRecord): AlertCandidate {
  return {
    ...FRAME,
    title: `The proxy “${name}” is silent`.slice(0, 300),
    description:
      `Version ${version} reported last at ${last_seen}, when ${records_waiting} records waited. It ${WHAT_TO_DO} See whether it runs. ` +
      'The alert is resolved by itself when the proxy reports again.',
    count: 1,
    about: instance_id,
  }
}

/**
 * More than a few of one reporter at once: an outage of the network, or a token that is misused. Further ones add to the open alert, whose title
 * stays: it says no number.
 */
export function severalSilentAlert(reporter: string, proxies: readonly ProxyInstanceRecord[]): AlertCandidate {
  return {
    ...FRAME,
    title: `Several proxies that report with one token are silent, among them ${listed(proxies)}`.slice(0, 300),
    description:
      `Each of them ${WHAT_TO_DO} See whether they run, and whether they reach the API. If you do not know them, delete the token that they report with. ` +
      'The alert is resolved by itself when all of them report again.',
    count: proxies.length,
    once: 'a day',
    about: `several ${reporter}`,
  }
}

/** Their names, as a sentence has them. */
export function listed(proxies: readonly ProxyInstanceRecord[]): string {
  const names = proxies.slice(0, NAMED_MAX).map(({ name }) => `“${name}”`)
  const [first = ''] = names
  return names.length < 2 ? first : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
