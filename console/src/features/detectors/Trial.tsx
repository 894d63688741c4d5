import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, take } from '../../api/client.ts'
import { t } from '../../i18n/language.ts'
import { TextField } from '../../ui/Field.tsx'
import { Marked } from '../../ui/Marked.tsx'
import { Failure } from '../../ui/States.tsx'
import type { Classification, DetectorRule } from '../../wire/types.ts'

interface Tried {
  readonly text: string
  readonly classifications: readonly Classification[]
  readonly dropped: readonly Classification[]
}

/** What the detector finds in a text, before it is saved. */
export function Trial({ rule }: { readonly rule: Readonly<Record<string, unknown>> }) {
  const [text, setText] = useState('')
  const run = useMutation({
    mutationFn: async (): Promise<Tried> => {
      // The API says what is missing in a rule that is not whole yet.
      const detector = rule as unknown as DetectorRule
      return { text, ...(await take(api.POST('/detectors/test', { body: { detector, text } }))) }
    },
  })
  return (
    <section className="card stack">
      <h2>{t('detectors.try')}</h2>
      <TextField
        label={t('playground.text')}
        hint={t('playground.sent')}
        rows={6}
        value={text}
        onChange={({ target }) => setText(target.value)}
        spellCheck={false}
        autoComplete="off"
        translate="no"
      />
      <div>
        <button type="button" className="button" disabled={text === '' || run.isPending} onClick={() => run.mutate()}>
          {t('playground.run')}
        </button>
      </div>
      <div aria-live="polite" className="stack">
        {run.error !== null && <Failure error={run.error} />}
        {run.data !== undefined && (
          <>
            <p>{t('interaction.findings', { count: run.data.classifications.length })}</p>
            <Marked text={run.data.text} findings={run.data.classifications} />
            {run.data.dropped.length > 0 && (
              <>
                <p>{t('detectors.dropped', { count: run.data.dropped.length })}</p>
                <Marked text={run.data.text} findings={run.data.dropped} />
              </>
            )}
          </>
        )}
      </div>
    </section>
  )
}
