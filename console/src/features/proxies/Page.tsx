import { useQuery } from '@tanstack/react-query'
import { proxies } from '../../api/queries.ts'
import { t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Empty, Query } from '../../ui/States.tsx'
import type { ProxyInstance } from '../../wire/types.ts'
import { ProxyTable } from './ProxyTable.tsx'
import { Tokens } from './Tokens.tsx'

/** Is everything that should be read being read? */
export function ProxiesPage() {
  return useCan('tokens') ? <Proxies /> : <Forbidden title={t('nav.proxies')} />
}

function Proxies() {
  const query = useQuery(proxies)
  return (
    <>
      <PageHead
        title={t('nav.proxies')}
        sentence={query.data === undefined ? undefined : sentence(query.data.proxies)}
      />
      <div className="stack">
        <Query query={query}>
          {({ proxies: found }) =>
            found.length === 0 ? (
              <Empty title={t('proxies.none')}>
                <p className="muted">{t('proxies.none-help')}</p>
              </Empty>
            ) : (
              <ProxyTable proxies={found} />
            )
          }
        </Query>
        <Tokens />
      </div>
    </>
  )
}

function sentence(found: readonly ProxyInstance[]): string {
  const count = (state: ProxyInstance['state']) => found.filter((proxy) => proxy.state === state).length
  return t('proxies.sentence', { alive: count('alive'), silent: count('silent') })
}
