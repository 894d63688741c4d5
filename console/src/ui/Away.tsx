import { useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../i18n/language.ts'
import { clock } from '../i18n/time.ts'
import { askNow, currentAway, onAwayChange, whenBack } from '../session/away.ts'

interface Props {
  /** What could not be loaded is asked for again. */
  readonly again: () => unknown
  /** It stands for the whole page, and has its heading. */
  readonly isPage?: boolean
}

/** In place of what the API was asked for and did not give; once for all of a page that waits for it. */
export function Away({ again, isPage = false }: Props) {
  const { waiting, asked } = useSyncExternalStore(onAwayChange, currentAway)
  const latest = useRef(again)
  const own = useRef(() => latest.current())
  latest.current = again
  useEffect(() => whenBack(own.current), [])
  if (waiting[0] !== own.current) return null
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="state" role="alert">
      <Heading>{t('away.title')}</Heading>
      <p>{t('away.help')}</p>
      <div className="row">
        <button type="button" className="button" onClick={() => void askNow()}>
          {t('error.again')}
        </button>
        {/* Not said aloud each time: nothing changed. */}
        <span className="muted small" aria-live="off">
          {asked !== undefined && t('away.asked', { time: clock(asked) })}
        </span>
      </div>
    </div>
  )
}
