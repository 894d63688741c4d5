import { useState } from 'react'
import { t } from '../i18n/language.ts'
import { visibleParts } from '../text/visible.ts'

const SHOWN = 300

/**
 * Text that prompts, clients or colleagues chose: a text node, isolated from the direction of what is around it, with what
 * cannot be seen made visible. Never a link, never HTML.
 */
export function Untrusted({ text, max = SHOWN }: { readonly text: string; readonly max?: number }) {
  const [isWhole, showWhole] = useState(false)
  const shown = isWhole || text.length <= max ? text : text.slice(0, max).toWellFormed()
  return (
    <>
      <bdi>
        {visibleParts(shown).map(({ key, text: part, isMark }) =>
          isMark ? (
            <span key={key} className="invisible-mark">
              {part}
            </span>
          ) : (
            part
          ),
        )}
      </bdi>
      {shown.length < text.length && (
        <button type="button" className="button quiet" onClick={() => showWhole(true)}>
          {t('untrusted.more', { count: text.length - shown.length })}
        </button>
      )}
    </>
  )
}
