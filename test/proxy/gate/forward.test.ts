import test from 'ava'
import { UpstreamError } from '../../../proxy/errors.ts'
import { forward } from '../../../proxy/gate/forward.ts'
import type {
  ClientExchange,
  ClientListener,
  ExchangeHandler,
  ExchangeRequest,
  Exchanger,
} from '../../../proxy/http/exchange.ts'

test('a client that has closed its stream is told of as gone, once, also where its request fails before that', (t) => {
  const started: ExchangeHandler[] = []
  const listeners: ClientListener[] = []
  const told: string[] = []
  const exchanger = {
    start: (_request: ExchangeRequest, handler: ExchangeHandler) => {
      started.push(handler)
      return { abort: () => {}, resume: () => {} }
    },
  } as unknown as Exchanger
  const client = {
    closed: false,
    answered: false,
    listen: (listener: ClientListener) => void listeners.push(listener),
  }
  forward(exchanger, {} as ExchangeRequest, client as unknown as ClientExchange, {
    beforeSending: () => {},
    extraFields: () => '',
    onFailure: () => told.push('failure'),
    onBrokenAnswer: () => told.push('broken'),
    onClientGone: () => told.push('gone'),
  })
  client.closed = true
  started[0]?.failed(new UpstreamError('connect', 'refused'))
  listeners[0]?.gone()
  t.deepEqual(told, ['gone'])
})
