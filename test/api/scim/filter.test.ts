import test from 'ava'
import { USER, USER_SCHEMA } from '../../../api/scim/attributes.ts'
import { matcher, parseFilter, required } from '../../../api/scim/filter.ts'

const JO = {
  id: '00000000-0000-4000-8000-000000000001',
  externalId: 'Ext-1',
  userName: 'Jo@Example.com',
  name: { familyName: 'O"Hara', givenName: 'Jo' },
  active: true,
  emails: [
    { value: 'jo@example.com', type: 'work', primary: true },
    { value: 'jo@home.example', type: 'home' },
  ],
  meta: { lastModified: '2026-11-22T10:00:00.000Z' },
}

const CASES: readonly (readonly [string, boolean])[] = [
  ['userName eq "jo@example.com"', true],
  ['USERNAME Eq "jo@example.com"', true],
  [`${USER_SCHEMA}:userName eq "jo@example.com"`, true],
  ['userName ne "jo@example.com"', false],
  ['externalId eq "ext-1"', false],
  ['externalId eq "Ext-1"', true],
  ['userName sw "JO" and userName ew ".com" and userName co "@ex"', true],
  ['name.familyName eq "O\\"Hara"', true],
  ['emails eq "jo@home.example"', true],
  ['emails.value co "home"', true],
  ['emails[type eq "work" and value co "home"]', false],
  ['emails[type eq "home" and value co "home"]', true],
  ['active eq true', true],
  ['active eq True', true],
  ['active eq "true"', false],
  ['active pr and not (name.middleName pr)', true],
  ['nickName pr', false],
  ['nickName eq null', true],
  ['userName eq "x" or externalId eq "Ext-1"', true],
  ['userName eq "x" and externalId eq "y" or active eq true', true],
  ['userName eq "x" and (externalId eq "y" or active eq true)', false],
  ['meta.lastModified gt "2026-11-22T09:59:59Z"', true],
  ['meta.lastModified lt "2026-11-22T09:59:59Z"', false],
  ['constructor pr', false],
]

for (const [text, expected] of CASES) {
  test(`${text} is ${expected}`, (t) => t.is(matcher(parseFilter(text), USER)(JO), expected))
}

for (const text of [
  ...['', 'userName', 'userName eq', 'userName is "x"', 'userName eq x', 'userName eq "x', '(userName eq "x"'],
  ...[
    'userName eq "x" userName eq "y"',
    'emails[type eq "work"',
    'not userName eq "x"',
    'userName eq {}',
    '"a" eq "b"',
  ],
  ...[
    '('.repeat(20),
    Array(60).fill('userName pr').join(' and '),
    `userName eq "${'x'.repeat(5000)}"`,
    ')',
    'userName eq [',
  ],
]) {
  test(`${text.slice(0, 40)} (${text.length} characters) is no filter`, (t) => {
    t.like(
      t.throws(() => parseFilter(text)),
      { scimType: 'invalidFilter', status: 400 },
    )
  })
}

test('only what every match must have is asked of an index', (t) => {
  const of = (text: string) => Object.fromEntries(required(parseFilter(text), USER_SCHEMA))
  t.deepEqual(of('userName eq "A" and active eq true'), { username: 'A' })
  t.deepEqual(of('userName eq "A" or externalId eq "b"'), {})
  t.deepEqual(of('not (userName eq "A")'), {})
  t.deepEqual(of('emails[value eq "a"]'), {})
})
