import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/language.ts'
import { problemIn, problemOf } from '../../text/problem.ts'
import { Field } from '../../ui/Field.tsx'
import { type ApiFailure, failureOf } from '../../wire/failure.ts'
import type { EventType } from '../../wire/types.ts'
import { EVENTS } from './events.ts'

export interface WebhookDraft {
  readonly url: string
  readonly description: string
  readonly events: readonly EventType[]
  /** Empty: as it is. */
  readonly authToken: string
}

interface Props {
  readonly first: WebhookDraft
  readonly hasToken: boolean
  readonly onSave: (draft: WebhookDraft) => Promise<void>
}

export function WebhookForm({ first, hasToken, onSave }: Props) {
  const [draft, setDraft] = useState(first)
  const [failure, setFailure] = useState<ApiFailure>()
  const change = (changes: Partial<WebhookDraft>) => setDraft({ ...draft, ...changes })
  async function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(undefined)
    try {
      await onSave(draft)
    } catch (error) {
      setFailure(failureOf(error))
    }
  }
  const problemAt = (path: string) => problemIn(failure?.details.find((one) => one.path === path))
  return (
    <form className="card stack" onSubmit={submit}>
      <Field
        label={t('webhooks.url')}
        type="url"
        required
        placeholder="https://"
        value={draft.url}
        problem={problemAt('url')}
        onChange={({ target }) => change({ url: target.value })}
      />
      <Field
        label={t('editor.description')}
        maxLength={1000}
        value={draft.description}
        onChange={({ target }) => change({ description: target.value })}
      />
      <Field
        label={t('webhooks.token')}
        hint={t(hasToken ? 'webhooks.token-kept' : 'webhooks.token-help')}
        type="password"
        autoComplete="off"
        value={draft.authToken}
        problem={problemAt('auth_token')}
        onChange={({ target }) => change({ authToken: target.value })}
      />
      <fieldset className="stack-small">
        <legend className="small">{t('webhooks.events')}</legend>
        <div className="grid-2">
          {EVENTS.map((event) => (
            <label key={event} className="row small">
              <input
                type="checkbox"
                checked={draft.events.includes(event)}
                onChange={({ target }) =>
                  change({
                    events: target.checked ? [...draft.events, event] : draft.events.filter((one) => one !== event),
                  })
                }
              />
              <code>{event}</code>
            </label>
          ))}
        </div>
      </fieldset>
      {failure !== undefined && (
        <p className="banner bad" role="alert">
          {problemOf(failure)}
        </p>
      )}
      <div>
        <button type="submit" className="button primary" disabled={draft.events.length === 0}>
          {t('me.save')}
        </button>
      </div>
    </form>
  )
}
