import { type AlertCandidate, OF_NO_RECORD } from '../../core/alerting/candidate.ts'
import type { ProxyInstanceRecord } from '../store/proxy-instance-store.ts'
import { listed } from './silence-alerts.ts'

const FRAME = {
  type: 'proxy_behind',
  severity: 'medium',
  ...OF_NO_RECORD,
} satisfies Partial<AlertCandidate>

const WHAT_TO_DO =
  'It judges by those that it has. See its log for why it gets no others: its token may lack the scope “policies”, or its release may not know what a policy says.'

export function behindAlert({ instance_id, name, version, policies_version }: ProxyInstanceRecord): AlertCandidate {
  return {
    ...FRAME,
    title: `The proxy “${name}” has other policies than this server`.slice(0, 300),
    description:
      `Version ${version} reports, and has ${policies_version === null ? 'no policies, or not the same in all its processes' : 'older policies'}. ${WHAT_TO_DO} ` +
      'The alert is resolved by itself when the proxy has the policies of this server, or reports no more.',
    count: 1,
    about: instance_id,
  }
}

/** More than a few of one reporter at once. */
export function severalBehindAlert(reporter: string, proxies: readonly ProxyInstanceRecord[]): AlertCandidate {
  return {
    ...FRAME,
    title:
      `Several proxies that report with one token have other policies than this server, among them ${listed(proxies)}`.slice(
        0,
        300,
      ),
    description: `${WHAT_TO_DO} The alert is resolved by itself when all of them have the policies of this server.`,
    count: proxies.length,
    once: 'a day',
    about: `several ${reporter}`,
  }
}
