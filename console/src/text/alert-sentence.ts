import { t, tMaybe } from '../i18n/language.ts'
import type { Alert } from '../wire/types.ts'

/** What happened, in the reader's language, from the facts: the API's own title is English. */
export function alertSentence(alert: Alert, nameOf: (id: string) => string): string {
  const service = alert.platform_id === null ? '' : nameOf(alert.platform_id)
  const values = {
    service,
    policy: quotedPolicy(alert),
    proxy: quotedProxy(alert),
    hasService: service === '' ? 'no' : 'yes',
  }
  if (alert.type === 'high_risk' && typeof alert.facts?.not_delivered === 'string')
    return t('alert.high_risk-undelivered', values)
  const own = isAboutTelemetry(alert) ? tMaybe(`alert.telemetry-${alert.type}`, values) : undefined
  if (own !== undefined) return own
  // An API that is newer than these messages has kinds of alerts that they do not know.
  return tMaybe(`alert.${alert.type}`, values) ?? alert.title
}

/** Lists have no facts: what the API's title says behind the names of policies, or begins with. */
function isAboutTelemetry({ title }: Alert): boolean {
  return /^ blocked telemetry to /.test(title.slice(title.lastIndexOf('”') + 1)) || /^Telemetry (?:of|to) /.test(title)
}

/** The proxy whose name the title has in quotation marks. */
function quotedProxy({ type, title }: Alert): string {
  return type === 'proxy_silent' || type === 'proxy_behind'
    ? title.slice(title.indexOf('“') + 1, title.lastIndexOf('”'))
    : ''
}

/** The policy whose name stands first in quotation marks in the title that the API made. */
function quotedPolicy({ type, title }: Alert): string {
  if (type !== 'policy_block') return ''
  const end = title.lastIndexOf('”')
  return title.startsWith('“') && end > 1 ? title.slice(1, end) : ''
}
