import { number, t } from '../i18n/language.ts'
import type { EnforcedAction, PolicyAction, Severity } from '../wire/types.ts'

const SHAPES: Readonly<Record<EnforcedAction, string>> = {
  block: 'M4 1h4l3 3v4l-3 3H4L1 8V4z',
  coach: 'M6 1l5 10H1z',
  log: 'M1 2h10v2H1zm0 3h10v2H1zm0 3h7v2H1z',
  allow: 'M1 6l2-2 2 2 4-5 2 2-6 7z',
}

/** A shape and a word, and a colour besides. */
export function ActionBadge({ action }: { readonly action: EnforcedAction }) {
  return (
    <span className={`badge ${action}`}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <path d={SHAPES[action]} fill="currentColor" />
      </svg>
      {t(`action.${action}`)}
    </span>
  )
}

/** A prompt that was let through, and did not get through. */
export function NotDeliveredBadge() {
  return (
    <span className="badge log">
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <path d="M1 1h2l3 3 3-3h2v2L8 6l3 3v2H9L6 8l-3 3H1V9l3-3-3-3z" fill="currentColor" />
      </svg>
      {t('action.not-delivered')}
    </span>
  )
}

const LEVELS: Readonly<Record<Severity, number>> = { low: 1, medium: 2, high: 3, critical: 4 }

export function SeverityBadge({ severity }: { readonly severity: Severity }) {
  return (
    <span className={`badge ${severity}`}>
      <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">
        {[0, 1, 2, 3].map((step) => (
          <rect
            key={step}
            x={step * 3.5}
            y={8 - step * 2.5}
            width="2.5"
            height={4 + step * 2.5}
            fill="currentColor"
            opacity={step < LEVELS[severity] ? 1 : 0.3}
          />
        ))}
      </svg>
      {t(`severity.${severity}`)}
    </span>
  )
}

/** From here on a risk is called high, as in the API's statistics. */
export const HIGH_RISK = 0.8
const STEPS = 5

export function Risk({ score }: { readonly score: number }) {
  const steps = Math.round(score * STEPS)
  return (
    <span className={score >= HIGH_RISK ? 'risk high' : 'risk'}>
      <span>{number(score, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}</span>
      <span aria-hidden="true">
        {[1, 2, 3, 4, 5].map((step) => (
          <i key={step} className={step <= steps ? 'on' : ''} />
        ))}
      </span>
    </span>
  )
}

/** What a rule does, where `ActionBadge` is what was done. */
export function RuleBadge({ action }: { readonly action: PolicyAction }) {
  return (
    <span className={`badge ${action}`}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <path d={SHAPES[action]} fill="currentColor" />
      </svg>
      {t(`does.${action}`)}
    </span>
  )
}
