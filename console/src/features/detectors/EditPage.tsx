import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api, take } from '../../api/client.ts'
import { t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { problemIn, problemOf } from '../../text/problem.ts'
import { visibleText } from '../../text/visible.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Select, TextField } from '../../ui/Field.tsx'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Empty, isGone, Query } from '../../ui/States.tsx'
import { toast } from '../../ui/toasts.tsx'
import { type ApiFailure, failureOf } from '../../wire/failure.ts'
import type { Detector, DetectorCreate, DetectorUpdate } from '../../wire/types.ts'
import { type Draft, draftOf, EMPTY, KINDS, linesOf, ruleOf } from './draft.ts'
import { Trial } from './Trial.tsx'

export function NewDetectorPage() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const mayManage = useCan('detectors')
  if (!mayManage) return <Forbidden title={t('detectors.new')} />
  async function save(draft: Draft) {
    const body = {
      name: draft.name,
      description: draft.description,
      enabled: true,
      ...ruleOf(draft),
    } as unknown as DetectorCreate
    const { id } = await take(api.POST('/detectors', { body }))
    void queries.invalidateQueries({ queryKey: ['detectors'] })
    toast(t('detectors.saved'))
    await navigate({ to: '/detectors/$id', params: { id } })
  }
  return (
    <>
      <PageHead title={t('detectors.new')} sentence={t('detectors.new-sentence')} />
      <Form first={EMPTY} onSave={save} />
    </>
  )
}

export function DetectorPage() {
  const { id } = useParams({ from: '/detectors/$id' })
  const mayManage = useCan('detectors')
  const query = useQuery({
    queryKey: ['detector', id],
    queryFn: () => take(api.GET('/detectors/{id}', { params: { path: { id } } })),
    enabled: mayManage,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!mayManage) return <Forbidden title={t('detectors.one')} />
  if (isGone(query.error))
    return (
      <>
        <PageHead title={t('detectors.one')} />
        <Empty title={t('error.gone')}>
          <Link to="/detectors" className="button">
            {t('nav.detectors')}
          </Link>
        </Empty>
      </>
    )
  return (
    <>
      {query.data === undefined && <PageHead title={t('detectors.one')} />}
      <Query query={query}>{(detector) => <Change key={detector.updated_at} detector={detector} />}</Query>
    </>
  )
}

function Change({ detector }: { readonly detector: Detector }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsked, ask] = useState(false)
  const path = { params: { path: { id: detector.id } } }
  async function save(draft: Draft) {
    const body = { name: draft.name, description: draft.description, ...ruleOf(draft) } as unknown as DetectorUpdate
    await take(api.PUT('/detectors/{id}', { ...path, body }))
    toast(t('detectors.saved'))
    await Promise.all(['detector', 'detectors'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  }
  async function remove() {
    await take(api.DELETE('/detectors/{id}', path))
    await navigate({ to: '/detectors' })
    void queries.invalidateQueries({ queryKey: ['detectors'] })
  }
  return (
    <>
      <PageHead title={visibleText(detector.name)} sentence={t(`kind.${detector.kind}`)}>
        <button type="button" className="button danger" onClick={() => ask(true)}>
          {t('policies.delete')}
        </button>
      </PageHead>
      <Form
        first={draftOf(detector)}
        isOld
        valueCount={detector.kind === 'known_values' ? detector.value_count : undefined}
        onSave={save}
      />
      {isAsked && (
        <Dialog
          title={t('detectors.ask')}
          onClose={() => ask(false)}
          action={{ label: t('policies.delete'), danger: true, run: remove }}
        >
          <p>{t('policies.toggle-help')}</p>
        </Dialog>
      )}
    </>
  )
}

interface FormProps {
  readonly first: Draft
  /** Its kind stays. */
  readonly isOld?: boolean
  readonly valueCount?: number | undefined
  readonly onSave: (draft: Draft) => Promise<void>
}

function Form({ first, isOld, valueCount, onSave }: FormProps) {
  const [draft, setDraft] = useState(first)
  const [failure, setFailure] = useState<ApiFailure>()
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  const problemAt = (path: string) => problemIn(failure?.details.find((one) => one.path.startsWith(path)))
  const { kind } = draft
  async function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(undefined)
    try {
      await onSave(draft)
    } catch (error) {
      setFailure(failureOf(error))
    }
  }
  return (
    <div className="grid-2">
      <form className="card stack" onSubmit={submit}>
        {isOld !== true && (
          <Select
            label={t('column.kind')}
            value={kind}
            hint={t(`kind-help.${kind}`)}
            options={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChange={(value) => change({ kind: value })}
          />
        )}
        <Field
          label={t('column.name')}
          required
          maxLength={200}
          value={draft.name}
          problem={problemAt('name')}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Field
          label={t('editor.description')}
          maxLength={2000}
          value={draft.description}
          onChange={({ target }) => change({ description: target.value })}
        />
        {kind !== 'allow_list' && (
          <Field
            label={t('condition.type')}
            required
            pattern="[A-Z][A-Z0-9_]*"
            hint={t('detectors.type-help')}
            value={draft.type}
            problem={problemAt('type')}
            onChange={({ target }) => change({ type: target.value.toUpperCase() })}
          />
        )}
        {kind === 'pattern' ? (
          <>
            <Field
              label={t('detectors.pattern')}
              hint={t('detectors.pattern-help')}
              required
              spellCheck={false}
              value={draft.pattern}
              problem={problemAt('pattern')}
              onChange={({ target }) => change({ pattern: target.value })}
            />
            <TextField
              label={t('detectors.context')}
              hint={t('detectors.context-help')}
              rows={3}
              value={draft.context}
              problem={problemAt('context')}
              onChange={({ target }) => change({ context: target.value })}
            />
          </>
        ) : (
          <TextField
            label={t('detectors.values')}
            hint={
              valueCount === undefined
                ? t('detectors.values-help', { count: linesOf(draft.lines).length })
                : t('detectors.values-kept', { count: valueCount })
            }
            rows={8}
            required={valueCount === undefined}
            spellCheck={false}
            autoComplete="off"
            value={draft.lines}
            problem={problemAt('values') ?? problemAt('words')}
            onChange={({ target }) => change({ lines: target.value })}
          />
        )}
        {(kind === 'pattern' || kind === 'dictionary') && (
          <label className="row small">
            <input
              type="checkbox"
              checked={draft.wholeWords}
              onChange={({ target }) => change({ wholeWords: target.checked })}
            />
            {t('detectors.whole-words')}
          </label>
        )}
        {kind !== 'allow_list' && (
          <label className="row small">
            <input
              type="checkbox"
              checked={draft.ignoreCase}
              onChange={({ target }) => change({ ignoreCase: target.checked })}
            />
            {t('detectors.ignore-case')}
          </label>
        )}
        {failure !== undefined && (
          <div className="banner bad" role="alert">
            <p>{problemOf(failure)}</p>
            <ul>
              {failure.details.map((detail) => (
                <li key={detail.path}>
                  <code>{detail.path}</code> {problemOf(detail)}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div>
          <button type="submit" className="button primary">
            {t('me.save')}
          </button>
        </div>
      </form>
      <Trial rule={ruleOf(draft)} />
    </div>
  )
}
