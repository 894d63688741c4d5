import test from 'ava'
import { allRoutes } from '../../support/api-routes.ts'
import { documentEngines } from '../../support/engines.ts'
import { assemble } from './cast.ts'
import { CALLERS, expectedStatus, type ObjectKind, TABLE } from './table.ts'

test('every route is in the table, and the table has no other', (t) => {
  const routes = allRoutes(t).map(({ method, path }) => `${method} ${path}`)
  t.deepEqual(Object.keys(TABLE).sort(), routes.sort())
})

for (const engine of documentEngines(test)) {
  engine.test(
    `${engine.name}: every route answers every caller as the table says, and refused ones change nothing`,
    async (t) => {
      t.timeout(180_000)
      const { api, tokens, make, look } = await assemble(t, await engine.environment())
      const kinds = [...new Set(Object.values(TABLE).flatMap(({ of }) => (of === undefined ? [] : [of])))]
      const ours = new Map<ObjectKind, { readonly id: string; readonly before: unknown }>()
      for (const kind of kinds) {
        const id = await make(kind)
        ours.set(kind, { id, before: await look(kind, id) })
      }
      let calls = 0
      for (const [route, row] of Object.entries(TABLE)) {
        const [method = '', template = ''] = route.split(' ')
        for (const caller of CALLERS) {
          calls += 1
          const expected = expectedStatus(row, caller)
          // Who is let in gets an object of its own, since it may change or delete it.
          const isLetIn = row.of !== undefined && expected === row.ok
          const id = row.of === undefined ? '' : isLetIn ? await make(row.of) : (ours.get(row.of)?.id ?? '')
          const ids = id.split('/')
          const pathname = template.replaceAll(/:\w+/g, () => ids.shift() ?? '')
          const path = pathname + (row.query === undefined ? '' : `?${row.query}`)
          const json = row.body?.(calls)
          const answer = await api.request(method, path, { token: tokens[caller], json })
          t.is(answer.status, expected, `${route} as ${caller}: ${answer.text.slice(0, 200)}`)
          if (caller !== 'stranger') continue
          for (const [kind, our] of ours) t.false(answer.text.includes(our.id), `${route} shows a stranger our ${kind}`)
        }
      }
      t.log(`${Object.keys(TABLE).length} routes, ${CALLERS.length} callers, ${calls} requests`)
      for (const [kind, { id, before }] of ours) t.deepEqual(await look(kind, id), before, `our ${kind}`)
    },
  )
}
