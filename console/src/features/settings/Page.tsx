import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { configuration } from '../../api/queries.ts'
import { number, t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Query, remedyOf } from '../../ui/States.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failureOf } from '../../wire/failure.ts'

/** What is enforced, what is recorded, where does text go? */
export function SettingsPage() {
  const query = useQuery(configuration)
  const mayChange = useCan('settings')
  if (!mayChange) return <Forbidden title={t('nav.settings')} />
  return (
    <>
      <PageHead title={t('nav.settings')} sentence={t('settings.sentence')} />
      <div className="stack">
        <Query query={query}>
          {(found) => {
            const groups = [
              {
                title: t('settings.enforced'),
                rows: [
                  ['WEIR_ENFORCEMENT', found.enforcement],
                  ['WEIR_POLICY_RESOLUTION', found.policy_resolution],
                  ['WEIR_FAIL_MODE', found.fail_mode],
                  ['WEIR_FAIL_MODE_FILES', found.fail_mode_files],
                ],
              },
              {
                title: t('settings.recorded'),
                rows: [
                  ['WEIR_RECORD_VALUES', found.record_values],
                  ['WEIR_RETENTION_DAYS', number(found.retention_days, { useGrouping: false })],
                  ['WEIR_PROXY_AUTH', found.proxy_auth],
                ],
              },
              { title: t('settings.text'), rows: [['WEIR_TIER3', found.tier3]] },
              {
                title: t('settings.told'),
                rows: [['WEIR_SMTP_URL', found.mail === 'smtp' ? t('settings.smtp') : t('settings.outbox')]],
              },
            ]
            return (
              <div className="grid-2">
                {groups.map(({ title, rows }) => (
                  <section key={title} className="card">
                    <h2>{title}</h2>
                    <dl className="facts">
                      {rows.map(([name, value]) => (
                        <div key={name} style={{ display: 'contents' }}>
                          <dt>
                            <code>{name}</code>
                          </dt>
                          <dd>{name === 'WEIR_SMTP_URL' ? value : <code>{value}</code>}</dd>
                        </div>
                      ))}
                    </dl>
                  </section>
                ))}
                <section className="card stack-small">
                  <h2>{t('settings.version')}</h2>
                  <p>
                    <code>Weir {found.version}</code>
                  </p>
                </section>
                <OwnWords />
              </div>
            )
          }}
        </Query>
        <p className="muted">
          {t('settings.how')} <code>npm run admin -- config</code>
        </p>
      </div>
    </>
  )
}

function OwnWords() {
  const queries = useQueryClient()
  const query = useQuery({ queryKey: ['settings'], queryFn: () => take(api.GET('/settings')) })
  async function change(own_words: boolean) {
    try {
      await take(api.PATCH('/settings', { body: { own_words } }))
      toast(t('me.saved'))
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    }
    void queries.invalidateQueries({ queryKey: ['settings'] })
  }
  return (
    <section className="card stack-small">
      <h2>{t('settings.own-words')}</h2>
      <p className="muted">{t('settings.own-words-help')}</p>
      <Query query={query} rows={1}>
        {({ own_words }) => (
          <Switch
            label={t('settings.own-words')}
            word={t(own_words ? 'settings.on' : 'settings.off')}
            isOn={own_words}
            onChange={(isOn) => void change(isOn)}
          />
        )}
      </Query>
    </section>
  )
}
