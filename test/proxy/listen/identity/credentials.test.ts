import test from 'ava'
import fc from 'fast-check'
import { parseCredentials } from '../../../../proxy/listen/identity/credentials.ts'

const encode = (pair: string) => Buffer.from(pair).toString('base64')

test('an address and a token are read, the address in lower case, the scheme in any', (t) => {
  t.deepEqual(parseCredentials(`Basic ${encode('Jo@Example.com:wpt_a:b')}`), {
    email: 'jo@example.com',
    token: 'wpt_a:b',
  })
  t.deepEqual(parseCredentials(`bASIC  ${encode('jö@example.com:wpt_ä')}`), { email: 'jö@example.com', token: 'wpt_ä' })
})

const NONE = [
  undefined,
  '',
  'Basic',
  'Basic ',
  `Bearer ${encode('a@b.c:d')}`,
  `Basic ${encode('no colon')}`,
  `Basic ${encode(':token')}`,
  `Basic ${encode('a@b.c:')}`,
  `Basic ${encode('a@b.c:d')}, Basic ${encode('a@b.c:d')}`,
  'Basic !!!!',
  `Basic ${encode(`${'a'.repeat(255)}:d`)}`,
  `Basic ${encode(`a@b.c:${'d'.repeat(201)}`)}`,
  `Basic ${'A'.repeat(4000)}`,
]
for (const value of NONE) {
  test(`no credentials: ${JSON.stringify(value)?.slice(0, 60)}`, (t) => t.is(parseCredentials(value), undefined))
}

test('any text is read or is none', (t) => {
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void parseCredentials(`Basic ${encode(text)}`)))
  t.pass()
})
