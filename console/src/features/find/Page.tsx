import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api, take } from '../../api/client.ts'
import { type MessageId, t } from '../../i18n/language.ts'
import { useServiceNames } from '../../text/names.ts'
import { Risk } from '../../ui/Badges.tsx'
import { TextField } from '../../ui/Field.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Empty, Failure, Query } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { wantedOf } from '../../wire/wanted.ts'
import { hashOf, type Reading, readingsOf } from './readings.ts'

interface Found {
  readonly id: string
  readonly timestamp: string
  readonly platform_id: string
  readonly risk_score: number
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
      setResult(await findText(wanted.value))
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

function searchHash(content_hash: string): Promise<Found[]> {
  return take(api.GET('/interactions/search', { params: { query: { content_hash, limit: 50 } } }))
}

function Linked({ hash, reference }: { readonly hash: string | undefined; readonly reference: string | undefined }) {
  const query = useQuery({
    queryKey: ['find', hash, reference],
    queryFn: async (): Promise<Found[]> => {
      if (hash !== undefined) return searchHash(hash)
      const query = reference === undefined ? {} : { reference }
      return (await take(api.GET('/interactions', { params: { query } }))).data
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
        {found.map(({ id, timestamp, platform_id, risk_score }) => (
          <li key={id} className="row">
            <Link to="/interactions/$id" params={{ id }}>
              <Time iso={timestamp} />
            </Link>
            <Untrusted text={nameOf(platform_id)} />
            <Risk score={risk_score} />
          </li>
        ))}
      </ul>
    </section>
  )
}
