import test from 'ava'
import { GROUP, type Json, USER, USER_SCHEMA } from '../../../api/scim/attributes.ts'
import { idsIn } from '../../../api/scim/ids.ts'
import { applyPatch } from '../../../api/scim/patch.ts'

const WORK = { value: 'jo@example.com', type: 'work', primary: true }
const HOME = { value: 'jo@home.example', type: 'home' }
const JO = { id: 'x', userName: 'jo@example.com', active: true, name: { givenName: 'Jo' }, emails: [WORK, HOME] }

const user = (...Operations: unknown[]) => applyPatch(JO, { Operations }, USER)
const group = (members: readonly string[], ...Operations: unknown[]) => {
  const before: Json = { displayName: 'G', ...(members.length > 0 && { members: members.map((value) => ({ value })) }) }
  return applyPatch(before, { Operations }, GROUP)
}
const membersOf = async (after: Promise<Json>) =>
  (((await after).members ?? []) as { value: string }[]).map(({ value }) => value).join('')

test('Entra ID: names of operations in capitals, true and false as texts, paths into values', async (t) => {
  const after = await user(
    { op: 'Replace', path: 'active', value: 'False' },
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@example.com' },
    { op: 'Add', path: 'name.familyName', value: 'Hara' },
    { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'R&D' },
    { op: 'Add', path: 'addresses[type eq "work"].streetAddress', value: 'Elm Street' },
  )
  t.deepEqual(after, {
    ...JO,
    active: false,
    name: { givenName: 'Jo', familyName: 'Hara' },
    emails: [{ ...WORK, value: 'new@example.com' }, HOME],
  })
})

test('Entra ID: an address that is not there yet is made by its path', async (t) => {
  const after = await user({ op: 'Replace', path: 'emails[type eq "other"].value', value: 'o@example.com' })
  t.deepEqual(after.emails, [WORK, HOME, { type: 'other', value: 'o@example.com' }])
})

test('Okta: an object without a path, also under the name of its schema, and names that are paths', async (t) => {
  t.like(await user({ op: 'replace', value: { id: 'x', active: false } }), { active: false, id: 'x' })
  const value = { 'name.givenName': 'Joan', displayName: 'Joan', [USER_SCHEMA]: { userName: 'joan@example.com' } }
  t.like(await user({ op: 'add', value }), {
    userName: 'joan@example.com',
    displayName: 'Joan',
    name: { givenName: 'Joan' },
  })
  t.like(await user({ op: 'replace', path: `${USER_SCHEMA}:userName`, value: 'j' }), { userName: 'j' })
})

test('one address is primary, and one that is given again is not there twice', async (t) => {
  const added = await user({ op: 'add', path: 'emails', value: [{ value: HOME.value, type: 'home', primary: true }] })
  t.deepEqual(added.emails, [
    { value: WORK.value, type: 'work' },
    { ...HOME, primary: true },
  ])
  t.deepEqual((await user({ op: 'replace', path: 'emails', value: [HOME] })).emails, [HOME])
  t.is((await user({ op: 'remove', path: 'emails' })).emails, undefined)
  t.deepEqual((await user({ op: 'remove', path: 'emails[type eq "home"]' })).emails, [WORK])
})

test('members come and go by each of the ways that clients use', async (t) => {
  t.is(await membersOf(group(['a'], { op: 'Add', path: 'members', value: [{ value: 'b' }, { value: 'a' }] })), 'ab')
  t.is(await membersOf(group(['a', 'b', 'c'], { op: 'Remove', path: 'members', value: [{ value: 'b' }] })), 'ac')
  t.is(await membersOf(group(['a', 'b'], { op: 'remove', path: 'members[value eq "a"]' })), 'b')
  t.is(await membersOf(group(['a', 'b'], { op: 'replace', path: 'members', value: [{ value: 'c' }] })), 'c')
  t.is(await membersOf(group(['a', 'b'], { op: 'remove', path: 'members' })), '')
  t.is(await membersOf(group([], { op: 'add', value: { members: [{ value: 'a' }] } })), 'a')
  t.like(await group(['a'], { op: 'replace', value: { id: 'x', displayName: 'H' } }), { displayName: 'H' })
})

/** Each would be an operation of its own. */
const NAMES = Array.from({ length: 1001 }, (_, index) => [`name${index}`, 'x'])
/** As deep as a body of a megabyte can be nested, or nearly. */
const DEEP: unknown = JSON.parse(`${'{"":'.repeat(150_000)}1${'}'.repeat(150_000)}`)

test('ids are found anywhere in a body, however deeply it is nested', (t) => {
  const [one, two] = ['0a000000-0000-4000-8000-00000000000b', '0a000000-0000-4000-8000-00000000000c']
  const value = { [`members[value eq "${one}"]`]: null, members: [{ value: two.toUpperCase() }] }
  t.deepEqual(idsIn({ Operations: [{ op: 'remove', value }, DEEP, null, 1] }), new Set([two, one]))
})

test('others have their turn while a large group is changed', async (t) => {
  const members = Array.from({ length: 10_000 }, (_, index) => ({ value: `member-${index}` }))
  let turns = 0
  const count = () => {
    turns += 1
    immediate = setImmediate(count)
  }
  let immediate = setImmediate(count)
  const names = Array.from({ length: 20 }, (_, index) => [`members[value eq "member-${index}"].type`, 'User'])
  const Operations = [{ op: 'replace', value: Object.fromEntries(names) }]
  const after = await applyPatch({ displayName: 'G', members }, { Operations }, GROUP)
  clearImmediate(immediate)
  t.is((after.members as unknown[]).length, 10_000)
  t.true(turns >= 19, `${turns} turns`)
})

for (const [what, scimType, ...operations] of [
  ['no operation', 'invalidSyntax'],
  ['an unknown operation', 'invalidSyntax', { op: 'move', path: 'active', value: true }],
  ['an operation that is none', 'invalidSyntax', null],
  ['too many operations', 'tooMany', ...Array(1001).fill({ op: 'add', path: 'active', value: true })],
  ['too many names in one operation', 'tooMany', { op: 'replace', value: Object.fromEntries(NAMES) }],
  ['remove without a path', 'noTarget', { op: 'remove' }],
  ['a path that is no text', 'invalidPath', { op: 'add', path: 7, value: 1 }],
  ['a path that is none', 'invalidPath', { op: 'add', path: 'a..b', value: 1 }],
  ['a very long path', 'invalidPath', { op: 'add', path: `urn:${'a'.repeat(100_000)}!`, value: 1 }],
  ['names without end', 'invalidPath', { op: 'add', value: { [USER_SCHEMA]: DEEP } }],
  ['a filter that is none', 'invalidFilter', { op: 'remove', path: 'emails[type is "x"]' }],
  ['a filter on one value', 'invalidPath', { op: 'remove', path: 'name[givenName eq "x"]' }],
  ['the id', 'mutability', { op: 'replace', path: 'id', value: 'y' }],
  ['a required attribute that goes', 'mutability', { op: 'remove', path: 'userName' }],
  ['active that goes', 'mutability', { op: 'remove', path: 'active' }],
  ['active that is neither', 'invalidValue', { op: 'replace', path: 'active', value: 'yes' }],
  ['a name that is a text', 'invalidValue', { op: 'replace', path: 'name', value: 'Jo' }],
  ['half a character', 'invalidValue', { op: 'replace', path: 'userName', value: '\ud800' }],
  ['no value without a path', 'invalidValue', { op: 'add' }],
  ['values that nothing matches', 'noTarget', { op: 'replace', path: 'emails[type co "x"].value', value: 'y' }],
] as const) {
  test(`${what} is refused`, async (t) => {
    t.like(await t.throwsAsync(user(...operations)), { scimType, status: 400 })
  })
}
