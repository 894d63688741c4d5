import test from 'ava'
import { isComplete, readPerson, together } from '../../api/auth/single-sign-on/claims.ts'

const RULES = {
  roleClaim: 'realm_access.roles',
  adminValues: ['admins'],
  viewerValues: ['staff'],
  tenantClaim: 'org',
  isEmailTrusted: false,
}
const ID = { iss: 'https://id.example', sub: 's' }
const NEEDED = ['realm_access.roles', 'org', 'email', 'email_verified']

test('one source does not vouch for the address of the other', (t) => {
  const idToken = { ...ID, email: 'boss@example.com' }
  const both = together(idToken, { sub: 's', email: 'me@example.com', email_verified: true }, NEEDED)
  t.like(both, { email: 'me@example.com', email_verified: true })
  const alone = together({ ...ID, email_verified: true }, { sub: 's', email: 'boss@example.com' }, NEEDED)
  t.is(alone.email, 'boss@example.com')
  t.is(alone.email_verified, undefined)
})

test('an address that the ID token has whole is its own, and so is whatever else it says', (t) => {
  const idToken = { ...ID, email: 'a@example.com', email_verified: true, org: 'one' }
  const both = together(idToken, { sub: 's', email: 'b@example.com', email_verified: false, org: 'two' }, NEEDED)
  t.like(both, { email: 'a@example.com', email_verified: true, org: 'one', iss: ID.iss })
})

test('a path into an object is found in the source that has it', (t) => {
  const idToken = { ...ID, realm_access: { other: 1 }, org: 'one' }
  t.false(isComplete(idToken, NEEDED))
  const both = together(idToken, { sub: 's', realm_access: { roles: ['staff'] } }, NEEDED)
  t.like(readPerson(both, RULES), { role: 'viewer', tenant: 'one', isEmailVerified: false })
})

test('a claim whose name holds dots is meant before a path, and admin before viewer', (t) => {
  const claims = { ...ID, 'realm_access.roles': ['staff', 'admins'], realm_access: { roles: ['staff'] } }
  t.is(readPerson(claims, RULES).role, 'admin')
})

for (const sub of [undefined, null, '', '  ', 7, ['s'], {}]) {
  test(`a subject that names nobody is refused: ${JSON.stringify(sub)}`, (t) => {
    t.throws(() => readPerson({ ...ID, sub }, RULES), { code: 'ERR_SIGN_ON', message: /provider/ })
  })
}

test('nobody is known by an empty id', (t) => {
  const claims = { iss: 'https://login.microsoftonline.com/x/v2.0', sub: 's', oid: '' }
  t.deepEqual(readPerson(claims, RULES).externalIds, ['s'])
})
