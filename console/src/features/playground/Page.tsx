import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { evaluate, prepare } from '../../../../core/policy/evaluate.ts'
import { api, take } from '../../api/client.ts'
import { configuration, inventory, policies } from '../../api/queries.ts'
import { percent, t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { typeLabel } from '../../text/names.ts'
import { ActionBadge, Risk } from '../../ui/Badges.tsx'
import { Select, TextField } from '../../ui/Field.tsx'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { Marked } from '../../ui/Marked.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Failure } from '../../ui/States.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import type { Classification } from '../../wire/types.ts'

const LONGEST = 100_000
const TIERS = ['1', '2', '3'] as const

interface Judged {
  readonly text: string
  readonly classifications: readonly Classification[]
  readonly risk_score: number
}

/** What would Weir do with this text? */
export function PlaygroundPage() {
  const [text, setText] = useState('')
  const [tier, setTier] = useState<(typeof TIERS)[number]>('2')
  const [platform, setPlatform] = useState('chatgpt-web')
  const services = useQuery(inventory).data?.services ?? []
  const run = useMutation({
    mutationFn: async (): Promise<Judged> => {
      const answer = await take(
        api.POST('/classification/classify', { body: { text, tier: Number(tier) as 1 | 2 | 3 } }),
      )
      return { text, ...answer }
    },
  })
  if (!useCan('classify')) return <Forbidden title={t('nav.playground')} />
  const known = services.some(({ platform_id }) => platform_id === platform)
    ? services
    : [{ platform_id: platform, name: 'ChatGPT' }, ...services]
  return (
    <>
      <PageHead title={t('nav.playground')} sentence={t('playground.sentence')} />
      <div className="grid-2">
        <form
          className="card stack"
          onSubmit={(event) => {
            event.preventDefault()
            run.mutate()
          }}
        >
          <TextField
            label={t('playground.text')}
            hint={t('playground.sent')}
            required
            maxLength={LONGEST}
            rows={10}
            value={text}
            onChange={({ target }) => setText(target.value)}
            spellCheck={false}
            autoComplete="off"
            translate="no"
          />
          <div className="row end">
            <Select
              label={t('filter.platform_id')}
              value={platform}
              options={known.map(({ platform_id, name }) => ({ value: platform_id, label: name }))}
              onChange={setPlatform}
            />
            <Select
              label={t('request.tier')}
              value={tier}
              options={TIERS.map((value) => ({ value, label: value }))}
              onChange={setTier}
            />
            <button type="submit" className="button primary" disabled={run.isPending}>
              {t('playground.run')}
            </button>
          </div>
        </form>
        <div className="stack" aria-live="polite">
          {run.error !== null && <Failure error={run.error} />}
          {run.data !== undefined && <Verdict judged={run.data} platform={platform} />}
        </div>
      </div>
    </>
  )
}

function Verdict({ judged, platform }: { readonly judged: Judged; readonly platform: string }) {
  const known = useQuery(policies).data ?? []
  const resolution = useQuery(configuration).data?.policy_resolution ?? 'strictest'
  const { text, classifications, risk_score } = judged
  const verdict = evaluate(
    prepare(known),
    { platform_id: platform, risk_score, classifications, source: 'proxy', direction: 'outbound', user_id: null },
    resolution,
  )
  return (
    <>
      <section className="card stack-small">
        <h2 className="row">
          {t('playground.verdict')} <ActionBadge action={verdict.action} /> <Risk score={risk_score} />
        </h2>
        {verdict.decisions.length === 0 && <p className="muted">{t('why.none')}</p>}
        <ul>
          {verdict.decisions.map(({ policy_id, policy_name, action }) => (
            <li key={policy_id} className="row">
              <ActionBadge action={action} />
              <Untrusted text={policy_name} />
            </li>
          ))}
        </ul>
      </section>
      <section className="card stack-small">
        <h2>{t('interaction.findings', { count: classifications.length })}</h2>
        <Marked text={text} findings={classifications} />
        <ul>
          {classifications.map((found) => (
            <li key={`${found.start} ${found.end} ${found.type}`} className="row">
              <span className="tag">{typeLabel(found.type)}</span>
              <span className="muted small">{percent(found.score)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
