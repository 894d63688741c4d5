import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api, take } from '../../api/client.ts'
import { notDelivered, whoOf } from '../../explain/metadata.ts'
import { list, type MessageId, t } from '../../i18n/language.ts'
import { useServiceNames } from '../../text/names.ts'
import { ActionBadge, NotDeliveredBadge } from '../../ui/Badges.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Empty, Failure, Query } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import type { InteractionItem } from '../../wire/types.ts'
import { referenceIn, wantedOf } from '../../wire/wanted.ts'
import { hashOf, type Reading, readingsOf } from './readings.ts'

interface Found extends Pick<InteractionItem, 'id' | 'timestamp' | 'platform_id'> {
  /** What became of it; not there for all of very many. */
  readonly item?: InteractionItem | undefined
}

interface Result {
  readonly found: readonly Found[]
  readonly reading: Reading | undefined
}

/** Somebody says "it was blocked": which record is it? */
export function FindPage() {
  const search = useSearch({ from: '/find' })
  const navigate = useNavigate({ from: '/find' })
  // Pasted text is in this variable, and nowhere else.
  const [input, setInput] = useState('')
  const [result, setResult] = useState<Result>()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = wantedOf(input)
    setResult(undefined)
    setError(undefined)
    if (wanted.value.trim() === '') return
    if (wanted.kind === 'id') return void navigate({ to: '/interactions/$id', params: { id: wanted.value } })
    if (wanted.kind === 'hash') return void navigate({ search: { hash: wanted.value } })
    if (wanted.kind === 'reference') return void navigate({ search: { reference: wanted.value } })
    void navigate({ search: {}, replace: true })
    setBusy(true)
    try {
      const found = await findText(wanted.value)
      const reference = found.found.length === 0 ? referenceIn(wanted.value) : undefined
      if (reference === undefined) setResult(found)
      else await navigate({ search: { reference } })
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <PageHead title={t('find.title')} sentence={t('find.sentence')} />
      <div className="stack">
        <form className="card stack" onSubmit={submit}>
          <TextField
            label={t('find.label')}
            hint={t('find.hint')}
            value={input}
            onChange={({ target }) => setInput(target.value)}
            // Enhanced spell checkers and translators send what is typed to their vendor.
            spellCheck={false}
            autoComplete="off"
            autoCorrect="off"
            translate="no"
            data-gramm="false"
          />
          <div className="row">
            <button type="submit" className="button primary" disabled={isBusy}>
              {t('find.submit')}
            </button>
            <span className="muted small">{t('find.stays')}</span>
          </div>
        </form>
        {error !== undefined && <Failure error={error} />}
        {result !== undefined && <Results {...result} />}
        {result === undefined && (search.hash !== undefined || search.reference !== undefined) && (
          <Linked hash={search.hash} reference={search.reference} />
        )}
      </div>
    </>
  )
}

async function findText(text: string): Promise<Result> {
  for (const { reading, text: read } of readingsOf(text)) {
    const found = await searchHash(await hashOf(read))
    if (found.length > 0) return { found, reading }
  }
  return { found: [], reading: undefined }
}

/** The search says which records have the text, and not what became of them: that is asked of the newest. */
const ITEMS_MAX = 5

async function searchHash(content_hash: string): Promise<Found[]> {
  const found = await take(api.GET('/interactions/search', { params: { query: { content_hash, limit: 50 } } }))
  const items = (
    await Promise.all(found.slice(0, ITEMS_MAX).map(({ id }) => listed(id.replaceAll('-', '').slice(-REFERENCE))))
  ).flat()
  return found.map((one) => ({ ...one, item: items.find(({ id }) => id === one.id) }))
}

/** Of the id, as refusals name it. */
const REFERENCE = 10

async function listed(reference: string): Promise<InteractionItem[]> {
  return (await take(api.GET('/interactions', { params: { query: { reference } } }))).data
}

function Linked({ hash, reference }: { readonly hash: string | undefined; readonly reference: string | undefined }) {
  const query = useQuery({
    queryKey: ['find', hash, reference],
    queryFn: async (): Promise<Found[]> => {
      if (hash !== undefined) return searchHash(hash)
      return (await listed(reference ?? '')).map((item) => ({ ...item, item }))
    },
  })
  return <Query query={query}>{(found) => <Results found={found} reading={undefined} />}</Query>
}

function Results({ found, reading }: Result) {
  const nameOf = useServiceNames()
  if (found.length === 0)
    return (
      <Empty title={t('find.none')}>
        <ul className="stack-small">
          {(['find.none-turn', 'find.none-file', 'find.none-service', 'find.none-old'] satisfies MessageId[]).map(
            (id) => (
              <li key={id}>{t(id)}</li>
            ),
          )}
        </ul>
        <Link to="/interactions" className="button">
          {t('find.look')}
        </Link>
      </Empty>
    )
  return (
    <section className="card stack-small" aria-live="polite">
      <h2>{t('find.found', { count: found.length })}</h2>
      {reading !== undefined && reading !== 'exact' && <p className="muted">{t(`find.reading.${reading}`)}</p>}
      <ul className="stack-small">
        {found.map(({ id, timestamp, platform_id, item }) => (
          <li key={id} className="row">
            <Link to="/interactions/$id" params={{ id }}>
              <Time iso={timestamp} />
            </Link>
            {item !== undefined && <Verdict item={item} />}
            <Untrusted text={nameOf(platform_id)} max={60} />
            {item !== undefined && <Untrusted text={whoOf(item)} max={40} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What became of it, and by which policies. */
function Verdict({ item }: { readonly item: InteractionItem }) {
  const policies = item.policy_decisions.map(({ policy_name }) => `“${policy_name}”`)
  return (
    <>
      {notDelivered(item) === undefined ? <ActionBadge action={item.enforced_action} /> : <NotDeliveredBadge />}
      {policies.length > 0 && <Untrusted text={list(policies)} max={120} />}
    </>
  )
}
