import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { configuration, policies } from '../../api/queries.ts'

export type StepId = 'block' | 'device' | 'policy' | 'colleague' | 'receiver' | 'backup'

export interface Step {
  readonly id: StepId
  /** Undefined while it is not known. */
  readonly isDone: boolean | undefined
}

/** What `npm run admin -- demo` calls itself: its prompt is no client's. */
const DEMO_USER_AGENT = 'weir-demo'
/** Of the newest prompts, in which a client's own is looked for: a demonstration is shown a few times. */
const LOOKED_AT = 50
const LOOK_AGAIN_MS = 5000

/** The first steps of an installation, each done once what it is about is there: nobody ticks them by hand. */
export function useSteps(isWanted = true): readonly Step[] {
  const prompts = useQuery({
    queryKey: ['interactions', 'setup'],
    queryFn: async () => {
      const { data, total } = await take(api.GET('/interactions', { params: { query: { limit: LOOKED_AT } } }))
      const isOfClient = data.some(({ content_metadata }) => content_metadata.user_agent !== DEMO_USER_AGENT)
      return { total, isOfClient: isOfClient || total > LOOKED_AT }
    },
    refetchInterval: ({ state }) => (state.data?.isOfClient === true ? false : LOOK_AGAIN_MS),
    enabled: isWanted,
  }).data
  const rules = useQuery({ ...policies, enabled: isWanted }).data
  const users = useQuery({
    queryKey: ['users', 'count'],
    queryFn: async () => (await take(api.GET('/users', { params: { query: { limit: 2 } } }))).total,
    enabled: isWanted,
  }).data
  const webhooks = useQuery({
    queryKey: ['webhooks', 'count'],
    queryFn: async () => (await take(api.GET('/webhooks'))).webhooks.length,
    enabled: isWanted,
  }).data
  const settings = useQuery({ ...configuration, enabled: isWanted }).data
  return [
    { id: 'block', isDone: prompts && prompts.total > 0 },
    { id: 'device', isDone: prompts?.isOfClient },
    { id: 'policy', isDone: rules?.some(({ enabled }) => enabled) },
    { id: 'colleague', isDone: users === undefined ? undefined : users > 1 },
    { id: 'receiver', isDone: webhooks === undefined ? undefined : webhooks > 0 },
    { id: 'backup', isDone: settings && settings.last_backup !== null },
  ]
}
