import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type MessageId, t } from '../i18n/language.ts'
import { clock } from '../i18n/time.ts'
import { detailsText, problemOf } from '../text/problem.ts'
import { ApiFailure, failureOf } from '../wire/failure.ts'
import { Away } from './Away.tsx'
import { Untrusted } from './Untrusted.tsx'

/** Of what the API says, which may quote what somebody typed. */
const MOST = 500

/** The shape of what will be there; drawn after a moment, so that what is quick does not flicker. */
export function Loading({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div className="stack-small" aria-busy="true">
      <span className="visually-hidden">{t('state.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={row} className="skeleton" />
      ))}
    </div>
  )
}

interface EmptyProps {
  readonly title: string
  readonly children?: ReactNode
}

/** Why there is nothing, and what to do next. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div className="state">
      <h2>{title}</h2>
      {children}
    </div>
  )
}

const REMEDIES: Readonly<Record<number, MessageId>> = {
  403: 'error.forbidden',
  404: 'error.gone',
  412: 'error.changed',
  429: 'error.busy',
  503: 'error.unavailable',
}

/** What went wrong in words, and what to do. */
export function remedyOf(failure: ApiFailure): string {
  if (failure.isAway) return t('error.unanswered')
  const known = REMEDIES[failure.status]
  return known === undefined ? problemOf(failure) : t(known)
}

/** Why something that was asked for was not done, at the place where it was asked for. */
export function Problem({ error }: { readonly error: unknown }) {
  return (
    <div className="banner bad stack-small" role="alert">
      <Reasons failure={failureOf(error)} />
    </div>
  )
}

function Reasons({ failure }: { readonly failure: ApiFailure }) {
  const isSaidMore = failure.code !== undefined && failure.status !== 404 && problemOf(failure) !== remedyOf(failure)
  return (
    <>
      <p>
        <Untrusted text={remedyOf(failure)} max={MOST} />
      </p>
      {isSaidMore && (
        <p className="muted">
          <Untrusted text={problemOf(failure)} max={MOST} />
        </p>
      )}
      {failure.details.length > 0 && (
        <p className="muted">
          <Untrusted text={detailsText(failure)} max={MOST} />
        </p>
      )}
    </>
  )
}

export function Failure({ error, again }: { readonly error: unknown; readonly again?: (() => unknown) | undefined }) {
  const failure = failureOf(error)
  if (failure.isAway && again !== undefined) return <Away again={again} />
  return (
    <div className="state" role="alert">
      <h2>{t('error.title')}</h2>
      <Reasons failure={failure} />
      {failure.requestId !== undefined && (
        <p className="muted small">
          {t('error.request')} <code>{failure.requestId}</code>
        </p>
      )}
      {again !== undefined && (
        <button type="button" className="button" onClick={again}>
          {t('error.again')}
        </button>
      )}
    </div>
  )
}

interface QueryProps<T> {
  readonly query: UseQueryResult<T>
  readonly rows?: number
  readonly children: (data: T) => ReactNode
}

/** A page's data in whichever state it is; what is there stays while it cannot be renewed. */
export function Query<T>({ query, rows = 6, children }: QueryProps<T>) {
  const { data, error, refetch, dataUpdatedAt } = query
  if (data === undefined)
    return error === null ? (
      <Loading rows={rows} />
    ) : (
      <Failure error={error} again={() => refetch({ cancelRefetch: false })} />
    )
  return (
    <>
      {error !== null && (
        <p className="banner" role="status">
          {t('state.stale', { time: clock(dataUpdatedAt) })}
        </p>
      )}
      {children(data)}
    </>
  )
}

export function isGone(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 404
}
