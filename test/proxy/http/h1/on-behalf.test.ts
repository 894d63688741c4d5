import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import { UpstreamError } from '../../../../proxy/errors.ts'
import { createH1Exchanger } from '../../../../proxy/http/h1/service-side/exchanger.ts'
import { PATIENT_POOLS } from '../../../support/patience.ts'

test('each connection to a service is dialled on behalf of the client whose request it is for', async (t) => {
  const dialled: string[] = []
  const failed: string[] = []
  const refusals: (() => void)[] = []
  const exchanger = createH1Exchanger({
    ...PATIENT_POOLS,
    connect: ({ client }) => {
      dialled.push(client.address)
      const { promise, reject } = Promise.withResolvers<never>()
      refusals.push(() => reject(new UpstreamError('connect', 'refused')))
      return promise
    },
    maxConnections: 2,
    onFault: (error) => t.fail(error.stack),
  })
  t.teardown(() => exchanger.close())
  const clients = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
  for (const address of clients) {
    const connection = {
      client: { address },
      target: { host: 'a', port: 443 },
      scheme: 'https',
      otherName: undefined,
    } as const
    exchanger.start(
      { connection, method: 'GET', path: '/', fields: 'Host: a\r\n', body: null },
      {
        beforeSending: () => {},
        head: () => t.fail(),
        data: () => t.fail(),
        flush: () => true,
        end: () => t.fail(),
        failed: () => failed.push(address),
      },
    )
  }
  t.deepEqual(dialled, clients.slice(0, 2), 'the third waits for a place')
  refusals[0]?.()
  while (failed.length < 1) await turn()
  t.deepEqual(dialled, clients, 'and is dialled for by its own name')
  for (const refuse of refusals) refuse()
  while (failed.length < 3) await turn()
})
