import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { configuration, policies } from '../../api/queries.ts'
import { t } from '../../i18n/language.ts'
import { useServiceNames } from '../../text/names.ts'
import { policySentence } from '../../text/policy-sentence.ts'
import { problemIn, problemOf } from '../../text/problem.ts'
import { Field, TextField } from '../../ui/Field.tsx'
import { remedyOf } from '../../ui/States.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { type ApiFailure, failureOf } from '../../wire/failure.ts'
import type { PolicyAction, Rules } from '../../wire/types.ts'
import { Conditions } from './Conditions.tsx'
import { hintsOf } from './hints.ts'
import type { Draft } from './mutations.ts'
import { Simulation } from './Simulation.tsx'

const ACTIONS: readonly PolicyAction[] = ['block', 'coach', 'log']

/** Only a policy that blocks can ask for a reason. */
function withAction({ require_justification, ...rules }: Rules, action: PolicyAction): Rules {
  const isAsking = action === 'block' && require_justification !== undefined
  return { ...rules, action, ...(isAsking && { require_justification }) }
}

interface Props {
  readonly first: Draft
  readonly policyId?: string
  readonly saveLabel: string
  readonly onSave: (draft: Draft) => Promise<void>
  readonly children?: ReactNode
}

/** A rule as a form, as a sentence, and what it would do. */
export function Editor({ first, policyId, saveLabel, onSave, children }: Props) {
  const [draft, setDraft] = useState(first)
  const [failure, setFailure] = useState<ApiFailure>()
  const [isBusy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const nameOf = useServiceNames()
  const isChanged = !isSaved && JSON.stringify(draft) !== JSON.stringify(first)
  useBlocker({ shouldBlockFn: () => isChanged && !confirm(t('editor.leave')), enableBeforeUnload: isChanged })
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  const problemAt = (path: string) => problemIn(failure?.details.find((one) => one.path.startsWith(path)))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFailure(undefined)
    setSaved(true)
    try {
      await onSave(draft)
    } catch (error) {
      setSaved(false)
      setFailure(failureOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="editor">
      <form className="card stack" onSubmit={submit}>
        <Field
          label={t('editor.name')}
          required
          maxLength={200}
          value={draft.name}
          problem={problemAt('name')}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextField
          label={t('editor.description')}
          maxLength={2000}
          rows={2}
          value={draft.description}
          onChange={({ target }) => change({ description: target.value })}
        />
        <h2>{t('editor.when')}</h2>
        <Conditions
          conditions={draft.rules.conditions}
          problemAt={problemAt}
          onChange={(conditions) => change({ rules: { ...draft.rules, conditions } })}
        />
        <h2>{t('editor.then')}</h2>
        <div className="actions-choice" role="radiogroup" aria-label={t('editor.then')}>
          {ACTIONS.map((action) => (
            <label key={action}>
              <input
                type="radio"
                name="action"
                checked={draft.rules.action === action}
                onChange={() => change({ rules: withAction(draft.rules, action) })}
              />
              <b>{t(`does.${action}`)}</b>
              <small>{t(`does-help.${action}`)}</small>
            </label>
          ))}
        </div>
        {draft.rules.action === 'block' && (
          <label className="row small">
            <input
              type="checkbox"
              checked={draft.rules.require_justification === true}
              onChange={({ target }) => change({ rules: { ...draft.rules, require_justification: target.checked } })}
            />
            {t('editor.justification')}
          </label>
        )}
        <Field
          label={t('editor.priority')}
          hint={t('editor.priority-hint')}
          type="number"
          min={0}
          max={1_000_000}
          value={draft.priority}
          onChange={({ target }) => change({ priority: Number(target.value) })}
        />
        {failure !== undefined && (
          <div className="banner bad" role="alert">
            <p>{failure.status === 400 || failure.status === 409 ? problemOf(failure) : remedyOf(failure)}</p>
            <ul>
              {failure.details.map((detail) => (
                <li key={detail.path}>
                  <code>{detail.path}</code> {problemOf(detail)}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="row">
          <button type="submit" className="button primary" disabled={isBusy}>
            {saveLabel}
          </button>
          {children}
        </div>
      </form>
      <div className="stack">
        <section className="card stack-small" aria-live="polite">
          <h2>{t('editor.reads')}</h2>
          <p className="lead">
            <Untrusted text={policySentence(draft.rules, nameOf)} max={2000} />
          </p>
          <Hints draft={draft} policyId={policyId} />
        </section>
        <Simulation rules={draft.rules} policyId={policyId} />
      </div>
    </div>
  )
}

function Hints({ draft, policyId }: { readonly draft: Draft; readonly policyId: string | undefined }) {
  const others = useQuery(policies).data?.filter(({ id }) => id !== policyId) ?? []
  const settings = useQuery(configuration).data
  const hints = hintsOf(draft.rules, others)
  return (
    <>
      {settings?.enforcement === 'observe' && <p className="banner">{t('policies.observe')}</p>}
      {hints.map((hint) => (
        <p key={hint} className="banner">
          {t(`hint.${hint}`)}
        </p>
      ))}
    </>
  )
}
