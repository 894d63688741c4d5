import test from 'ava'
import { closestName } from '../../core/closest-name.ts'

const KNOWN = ['EMAIL', 'PHONE', 'CREDIT_CARD', 'PERSON_NAME', 'openai-api', 'chatgpt-web', 'claude-web']

// As WEIR_PROXYPORT is meant: the same letters are closer than others that also look alike and come first.
test('what differs in an underscore alone is nearest of all', (t) => {
  t.is(closestName('PROXYPORT', ['PROXY_HOST', 'PROXY_PORT', 'PROXY_PORTS']), 'PROXY_PORT')
})

for (const [written, meant] of [
  ['CREDITCARD', 'CREDIT_CARD'],
  ['CREDIT_CRAD', 'CREDIT_CARD'],
  ['EMIAL', 'EMAIL'],
  ['E_MAILS', 'EMAIL'],
  ['PHONE_NUMBER', 'PHONE'],
  ['opnai-api', 'openai-api'],
  ['openai', 'openai-api'],
  ['chatgpt', 'chatgpt-web'],
  ['ORDER_NUMBER', undefined],
  ['X', undefined],
] as const) {
  test(`${written} is near ${meant ?? 'nothing'}`, (t) => {
    t.is(closestName(written, KNOWN), meant)
  })
}
