import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { policies } from '../../api/queries.ts'
import { t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Empty, Query, remedyOf } from '../../ui/States.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Table } from '../../ui/Table.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { failureOf } from '../../wire/failure.ts'
import type { DetectorSummary } from '../../wire/types.ts'

/** What does this company look for besides the built-in types? */
export function DetectorsPage() {
  return useCan('detectors') ? <Detectors /> : <Forbidden title={t('nav.detectors')} />
}

function Detectors() {
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['detectors'],
    queryFn: async (): Promise<DetectorSummary[]> => {
      const { detectors } = await take(api.GET('/detectors', { params: { query: { limit: 500 } } }))
      // A switch of the tenant is served among them, for proxies.
      return detectors.filter((one): one is DetectorSummary => 'name' in one)
    },
  })
  const known = useQuery(policies).data ?? []
  async function toggle(id: string, enabled: boolean) {
    try {
      await take(api.PATCH('/detectors/{id}/toggle', { params: { path: { id } }, body: { enabled } }))
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    }
    void queries.invalidateQueries({ queryKey: ['detectors'] })
  }
  const usesOf = (type: string | null) =>
    known.filter(({ rules }) => rules.conditions.some((one) => one.field === 'classifications' && one.value === type))
  return (
    <>
      <PageHead title={t('nav.detectors')} sentence={t('detectors.sentence')}>
        <Link to="/detectors/new" className="button primary">
          {t('detectors.new')}
        </Link>
      </PageHead>
      <Query query={query}>
        {(detectors) =>
          detectors.length === 0 ? (
            <Empty title={t('detectors.none')}>
              <p>{t('detectors.none-help')}</p>
            </Empty>
          ) : (
            <Table
              caption="nav.detectors"
              columns={['column.name', 'column.kind', 'column.type', 'detectors.used', 'column.state']}
            >
              {detectors.map(({ id, name, kind, type, enabled }) => {
                const uses = usesOf(type)
                return (
                  <tr key={id} className="link">
                    <td>
                      <Link to="/detectors/$id" params={{ id }}>
                        <Untrusted text={name} max={100} />
                      </Link>
                    </td>
                    <td>{t(`kind.${kind}`)}</td>
                    <td>
                      <code>{type ?? ''}</code>
                    </td>
                    <td>
                      {uses.map((policy) => (
                        <Link key={policy.id} to="/policies/$id" params={{ id: policy.id }}>
                          <Untrusted text={policy.name} max={60} />
                        </Link>
                      ))}
                      {uses.length === 0 && type !== null && (
                        <Link to="/policies/new" search={{ type }}>
                          {t('detectors.unused')}
                        </Link>
                      )}
                    </td>
                    <td>
                      <Switch
                        label={t('detectors.switch', { name })}
                        word={t(enabled ? 'settings.on' : 'settings.off')}
                        isOn={enabled}
                        onChange={(isOn) => void toggle(id, isOn)}
                      />
                    </td>
                  </tr>
                )
              })}
            </Table>
          )
        }
      </Query>
    </>
  )
}
