import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, take } from '../../api/client.ts'
import { t } from '../../i18n/language.ts'
import { problemOf } from '../../text/problem.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Secret } from '../../ui/Secret.tsx'
import { Query } from '../../ui/States.tsx'
import { Table } from '../../ui/Table.tsx'
import { Ago } from '../../ui/Time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { failureOf } from '../../wire/failure.ts'
import type { ServiceToken } from '../../wire/types.ts'

const SCOPES = ['record', 'policies', 'classify', 'scim'] as const
/** What the token of a proxy beside the API is called (api/bootstrap.ts). */
const BUILT_IN = 'built-in proxy, '

/** Which proxies and extensions may report here, and when did each last? */
export function Tokens() {
  const query = useQuery({ queryKey: ['service-tokens'], queryFn: () => take(api.GET('/service-tokens')) })
  return (
    <section className="stack-small">
      <h2>{t('proxies.tokens')}</h2>
      <p className="muted">{t('proxies.note')}</p>
      <Query query={query}>{({ service_tokens }) => <TokenTable tokens={service_tokens} />}</Query>
      <NewToken />
    </section>
  )
}

function TokenTable({ tokens }: { readonly tokens: readonly ServiceToken[] }) {
  const queries = useQueryClient()
  const [asked, ask] = useState<ServiceToken>()
  async function remove(id: string) {
    await take(api.DELETE('/service-tokens/{id}', { params: { path: { id } } }))
    toast(t('proxies.revoked'))
    void queries.invalidateQueries({ queryKey: ['service-tokens'] })
  }
  return (
    <>
      <Table
        caption="proxies.tokens"
        columns={['column.name', 'proxies.scopes', 'proxies.used', 'proxies.made', 'services.actions']}
      >
        {tokens.map((token) => (
          <tr key={token.id}>
            <td>
              <Untrusted text={token.name} />
            </td>
            <td>
              <code>{token.scopes.join(', ')}</code>
            </td>
            <td>
              {token.last_used_at === null ? (
                <span className="muted">{t('proxies.never')}</span>
              ) : (
                <Ago iso={token.last_used_at} />
              )}
            </td>
            <td className="muted">
              <Untrusted text={token.created_by} />
            </td>
            <td>
              <button type="button" className="button danger" onClick={() => ask(token)}>
                {t('proxies.revoke')}
              </button>
            </td>
          </tr>
        ))}
      </Table>
      {asked !== undefined && (
        <Dialog
          title={t('proxies.ask', { name: asked.name })}
          onClose={() => ask(undefined)}
          action={{ label: t('proxies.revoke'), danger: true, run: () => remove(asked.id) }}
        >
          <p>{t('proxies.ask-help')}</p>
          {asked.name.startsWith(BUILT_IN) && <p className="banner bad">{t('proxies.ask-built-in')}</p>}
        </Dialog>
      )}
    </>
  )
}

function NewToken() {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly (typeof SCOPES)[number][]>(['record', 'policies'])
  const [secret, setSecret] = useState<string>()
  const [problem, setProblem] = useState<string>()
  async function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(undefined)
    try {
      const made = await take(api.POST('/service-tokens', { body: { name, scopes: [...scopes] } }))
      setSecret(made.token)
      setName('')
      void queries.invalidateQueries({ queryKey: ['service-tokens'] })
    } catch (error) {
      setProblem(problemOf(failureOf(error)))
    }
  }
  return (
    <form className="card stack" onSubmit={submit}>
      <h3>{t('proxies.new')}</h3>
      <Field
        label={t('column.name')}
        required
        value={name}
        problem={problem}
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset className="row">
        <legend className="small">{t('proxies.scopes')}</legend>
        {SCOPES.map((scope) => (
          <label key={scope} className="row small">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
              }
            />
            {t(`scope.${scope}`)}
          </label>
        ))}
      </fieldset>
      <div>
        <button type="submit" className="button primary" disabled={scopes.length === 0}>
          {t('proxies.create')}
        </button>
      </div>
      {secret !== undefined && (
        <Secret title={t('proxies.secret')} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </form>
  )
}
