import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import { InteractionTable } from '../../explain/InteractionTable.tsx'
import { t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Empty, Query } from '../../ui/States.tsx'
import { pageOf } from '../../url/search.ts'
import { Export } from './Export.tsx'
import { Filters } from './Filters.tsx'
import { interactionList, LIMIT, type Search, toQuery } from './query.ts'

/** Which prompts passed, and what was found? */
export function InteractionsPage() {
  const search = useSearch({ from: '/interactions' })
  const navigate = useNavigate({ from: '/interactions' })
  const list = useQuery({ ...interactionList(search), placeholderData: keepPreviousData })
  const filtered = Object.keys(search).some((name) => name !== 'page' && name !== 'sort')
  const change = (changes: Search) => void navigate({ search: { ...search, page: undefined, ...changes } })
  const total = list.data?.total
  const isAdmin = useCan('settings')
  return (
    <>
      <PageHead
        title={t('interactions.title')}
        sentence={
          total === undefined ? undefined : t(filtered ? 'interactions.matching' : 'interactions.all', { count: total })
        }
      >
        <Export search={search} />
      </PageHead>
      <div className="stack">
        <Filters search={search} onChange={change} />
        {pageOf(search.page) === 1 && <NewOnes search={search} newest={list.data?.data[0]?.timestamp} />}
        <Query query={list} rows={12}>
          {({ data, total: all }) =>
            data.length === 0 ? (
              <Empty title={filtered ? t('interactions.none-match') : t('interactions.none')}>
                {filtered ? (
                  <Link to="/interactions" className="button">
                    {t('filter.clear')}
                  </Link>
                ) : isAdmin ? (
                  <Link to="/setup" className="button primary">
                    {t('setup.go-on')}
                  </Link>
                ) : (
                  <p>{t('dashboard.ask-admin')}</p>
                )}
              </Empty>
            ) : (
              <>
                <InteractionTable
                  items={data}
                  sort={search.sort ?? '-timestamp'}
                  onSort={(sort) => change({ sort: sort === '-timestamp' ? undefined : sort })}
                />
                <Pager
                  page={pageOf(search.page)}
                  limit={LIMIT}
                  total={all}
                  onPage={(page) => change({ page: page === 1 ? undefined : String(page) })}
                />
              </>
            )
          }
        </Query>
      </div>
    </>
  )
}

/** What came since the list was read waits behind a button: nothing moves under the pointer. */
function NewOnes({ search, newest }: { readonly search: Search; readonly newest: string | undefined }) {
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: ['newest', search, newest],
    enabled:
      newest !== undefined &&
      (search.sort === undefined || search.sort === '-timestamp') &&
      search.end_date === undefined,
    queryFn: async () => {
      const after = new Date(new Date(newest ?? 0).getTime() + 1).toISOString()
      const query = { ...toQuery(search, Date.now()), start_date: after, limit: 1, page: 1 }
      return (await take(api.GET('/interactions', { params: { query } }))).total
    },
  })
  if (data === undefined || data === 0) return null
  return (
    <button
      type="button"
      className="button"
      onClick={() => void queries.invalidateQueries({ queryKey: ['interactions'] })}
    >
      {t('interactions.new', { count: data })}
    </button>
  )
}
