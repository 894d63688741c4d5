import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type MessageId, t } from '../i18n/language.ts'
import { clock } from '../i18n/time.ts'
import { detailsText, problemOf } from '../text/problem.ts'
import { ApiFailure, failureOf } from '../wire/failure.ts'

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
  0: 'error.unreachable',
  403: 'error.forbidden',
  404: 'error.gone',
  412: 'error.changed',
  429: 'error.busy',
  503: 'error.unavailable',
}

/** What went wrong in words, and what to do. */
export function remedyOf(failure: ApiFailure): string {
  const known = REMEDIES[failure.status]
  return known === undefined ? problemOf(failure) : t(known)
}

export function Failure({ error, again }: { readonly error: unknown; readonly again?: (() => unknown) | undefined }) {
  const failure = failureOf(error)
  return (
    <div className="state" role="alert">
      <h2>{t('error.title')}</h2>
      <p>{remedyOf(failure)}</p>
      {failure.status >= 400 && failure.status !== 404 && problemOf(failure) !== remedyOf(failure) && (
        <p className="muted">{problemOf(failure)}</p>
      )}
      {failure.details.length > 0 && <p className="muted">{detailsText(failure)}</p>}
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
  if (data === undefined) return error === null ? <Loading rows={rows} /> : <Failure error={error} again={refetch} />
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
