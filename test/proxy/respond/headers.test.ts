import test from 'ava'
import { encodeHeaderValue, weirHeaders } from '../../../proxy/respond/headers.ts'

test('a coached answer carries action, policy, interaction and message', (t) => {
  t.deepEqual(
    weirHeaders({ action: 'coach', policyName: 'Cartes bancaires', interactionId: 'id-1', message: 'Take care.' }),
    {
      'x-weir-action': 'coach',
      'x-weir-policy': 'Cartes bancaires',
      'x-weir-interaction': 'id-1',
      'x-weir-message': 'Take care.',
    },
  )
})

test('where no policy decided, none is named', (t) => {
  t.false('x-weir-policy' in weirHeaders({ action: 'block', interactionId: 'i', message: 'm' }))
})

test('everything but printable ASCII is percent-encoded as UTF-8, and decodes to what it was', (t) => {
  t.is(encodeHeaderValue('Données clés'), 'Donn%C3%A9es cl%C3%A9s')
  t.is(encodeHeaderValue('100 % sûr'), '100 %25 s%C3%BBr')
  for (const text of ['plain', 'a"b\\c;,', 'é', '東京', '😀', '\r\nSet-Cookie: a=b', '\0\x7f', '%0d%0a', '\u2028']) {
    const value = encodeHeaderValue(text)
    t.regex(value, /^[\x20-\x7e]*$/)
    t.is(decodeURIComponent(value), text)
  }
})

test('lone surrogates are replaced, not thrown at', (t) => {
  t.is(decodeURIComponent(encodeHeaderValue('a\ud800b')), 'a\ufffdb')
})

test('a long value is cut off between characters', (t) => {
  for (const text of ['x'.repeat(5000), 'é'.repeat(5000), '😀'.repeat(5000), `${'x'.repeat(1023)}é`]) {
    const value = encodeHeaderValue(text)
    t.true(value.length <= 1024)
    t.true(value.length > 1000)
    t.true(text.startsWith(decodeURIComponent(value)))
  }
})
