import { randomBytes } from 'node:crypto'
import test from 'ava'
import { importedKeys } from '../../../api/keys/imported.ts'
import {
  currentOf,
  keyWith,
  type Roots,
  readableWithBoth,
  readableWithOnly,
  renewed,
  rotated,
} from '../../../api/keys/keyring.ts'
import { KEY_PURPOSES, keyOf, type Root, toRoot } from '../../../api/keys/material.ts'
import type { StoredKey } from '../../../api/store/keyring-store.ts'
import { SecretFiles } from '../../../config/secret-files.ts'
import { temporaryFolder } from '../../support/temp.ts'

const NOW = new Date('2026-11-22T10:00:00.000Z')
const LATER = new Date('2026-11-22T10:00:03.000Z')
const OLD = toRoot('the old root, of thirty-two bytes or more')
const NEW = toRoot('the new root, of thirty-two bytes or more')

const alone = (current: Root): Roots => ({ current, replaced: [] })
const materials = (keys: readonly StoredKey[], root: Root) => keys.map((key) => keyOf(key, root)?.toString('hex'))

test('a new keyring has a key for each purpose, each its own, and shows nothing without the root', (t) => {
  const keys = renewed([], alone(OLD), NOW)
  t.deepEqual(
    keys.map(({ purpose }) => purpose),
    [...KEY_PURPOSES],
  )
  const own = materials(keys, OLD)
  t.true(own.every((key) => key?.length === 64))
  t.is(new Set(own).size, keys.length)
  t.deepEqual(new Set(materials(keys, NEW)), new Set([undefined]))
  t.is(renewed(keys, alone(OLD), LATER), keys)
  t.notDeepEqual(materials(renewed([], alone(OLD), NOW), OLD), own)
})

test('a rotation has a key for each purpose that begins when every process knows it', (t) => {
  const keys = renewed([], alone(OLD), NOW)
  const more = rotated(keys, OLD, NOW, LATER)
  t.is(more.length, 2 * KEY_PURPOSES.length)
  for (const purpose of KEY_PURPOSES) {
    const before = currentOf(keys, purpose, NOW)
    t.is(currentOf(more, purpose, NOW)?.id, before?.id)
    t.not(currentOf(more, purpose, LATER)?.id, before?.id)
  }
  t.deepEqual(materials(more, OLD).slice(0, keys.length), materials(keys, OLD))
})

test('after a leak the keys can be had with the new root alone, and new ones are current', (t) => {
  const keys = rotated(renewed([], alone(OLD), NOW), OLD, NOW, NOW)
  const moved = renewed(keys, { current: NEW, replaced: [OLD] }, LATER)
  t.deepEqual(materials(moved, NEW).slice(0, keys.length), materials(keys, OLD))
  t.deepEqual(new Set(materials(moved, OLD)), new Set([undefined]))
  for (const purpose of KEY_PURPOSES) t.is(currentOf(moved, purpose, LATER)?.derived?.root, NEW.id)
  t.is(renewed(moved, { current: NEW, replaced: [OLD] }, LATER), moved)
})

test('without the old root there are new keys, and the old ones wait for it', (t) => {
  const keys = renewed([], alone(OLD), NOW)
  const lost = renewed(keys, alone(NEW), LATER)
  t.is(lost.filter((key) => keyWith(key, alone(NEW)) === undefined).length, keys.length)
  t.is(renewed(lost, alone(NEW), LATER), lost)
  const found = renewed(lost, { current: NEW, replaced: [OLD] }, LATER)
  t.deepEqual(materials(found, NEW).slice(0, keys.length), materials(keys, OLD))
  t.deepEqual(
    found.map(({ id }) => id),
    lost.map(({ id }) => id),
  )
})

test('while a root is replaced the keyring is readable with the one in force at any moment', (t) => {
  const keys = renewed([], alone(OLD), NOW)
  const own = materials(keys, OLD)
  const both = readableWithBoth(keys, OLD, NEW)
  t.deepEqual([materials(both, OLD), materials(both, NEW)], [own, own])
  const only = readableWithOnly(both, NEW)
  t.deepEqual(materials(only, NEW), own)
  t.deepEqual(new Set(materials(only, OLD)), new Set([undefined]))
})

test('a key that was tampered with is no key', (t) => {
  const [first, second] = readableWithOnly(readableWithBoth(renewed([], alone(OLD), NOW), OLD, NEW), NEW)
  if (first === undefined || second === undefined) return t.fail()
  t.is(keyOf({ ...first, wraps: second.wraps }, NEW), undefined)
  t.is(keyOf({ ...first, purpose: second.purpose }, NEW), undefined)
  t.is(keyOf({ ...first, wraps: [{ root: NEW.id, sealed: 'AAAA' }] }, NEW), undefined)
  const [derived] = renewed([], alone(OLD), NOW)
  if (derived === undefined) return t.fail()
  t.is(keyOf({ ...derived, derived: { root: OLD.id, salt: 'AAAA' } }, OLD), undefined)
})

test('where the clock went back before all of them, the first key is the current one', (t) => {
  const keys = rotated(renewed([], alone(OLD), NOW), OLD, NOW, LATER)
  t.is(currentOf(keys, 'session', new Date(0))?.id, keys[0]?.id)
})

const tenants = (...ids: string[]) => ({
  tenants: { list: async () => ids.map((id) => ({ id, name: id, created_at: '' })) } as never,
})

test('the keys of a release before are taken over from where it had them, and none for a new database', async (t) => {
  const secrets = new SecretFiles(temporaryFolder(t))
  const file = randomBytes(32)
  secrets.write('webhook-key', file.toString('base64url'))
  const from = { secrets, root: OLD, now: NOW }
  t.deepEqual(await importedKeys({ ...from, settings: { mongodbUrl: undefined }, store: tenants() }), [])
  const embedded = await importedKeys({ ...from, settings: { mongodbUrl: undefined }, store: tenants('a') })
  t.deepEqual(
    embedded.map(({ purpose, unnamed }) => [purpose, unnamed]),
    [
      ['webhook', true],
      ['audit', true],
      ['erased_ids', true],
    ],
  )
  t.is(materials(embedded, OLD)[0], file.toString('hex'))
  const root = toRoot('j'.repeat(32))
  const shared = await importedKeys({ ...from, root, settings: { mongodbUrl: 'mongodb://db' }, store: tenants('a') })
  t.deepEqual(
    shared.map(({ purpose }) => purpose),
    ['webhook', 'content_hash', 'known_values', 'audit', 'erased_ids'],
  )
  // RFC 5869 with an empty salt and the info of that release, computed apart: another value would lock everyone out of their secrets.
  t.is(materials(shared, root)[0], '50908c2cfa4d945c5acd2ffb49b469c19e2f5526febab8180f51e09f0e5b2941')
  // They are older than any key of this release, which follows at once.
  t.is(currentOf(renewed(embedded, alone(OLD), NOW), 'webhook', NOW)?.unnamed, undefined)
})
