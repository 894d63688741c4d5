import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { Spool } from '../../../../proxy/record/spool/spool.ts'
import { abandon, drain, json } from '../../../support/spool.ts'
import { temporaryFolder } from '../../../support/temp.ts'

test('a spool takes over abandoned directories with what they have acknowledged', async (t) => {
  const root = temporaryFolder(t)
  const own = join(root, 'one')
  const other = join(root, 'two')
  await abandon(own, [json(1)])
  await abandon(other, [json(2), json(3)])
  const left = await Spool.open({ directory: other })
  const batch = await left.read({ items: 1, bytes: 1 })
  if (batch !== undefined) await left.acknowledge(batch)
  await abandon(other, [json(4)])

  const spool = await Spool.open({ directory: own, adopt: [other] })
  t.false(existsSync(other))
  t.is(spool.lines, 3)
  t.deepEqual((await drain(spool)).records, [json(1), json(3), json(4)])
})

test('an adoption that a crash has cut in two is finished by the next start', async (t) => {
  const root = temporaryFolder(t)
  const own = join(root, 'one')
  const other = join(root, 'two')
  await abandon(other, [json(1), json(2)])
  const left = await Spool.open({ directory: other })
  const batch = await left.read({ items: 1, bytes: 1 })
  if (batch !== undefined) await left.acknowledge(batch)
  // The checkpoint has moved, its segment has not.
  mkdirSync(own)
  writeFileSync(join(own, '0000000001.ack'), readFileSync(join(other, '0000000001.ack')))
  rmSync(join(other, '0000000001.ack'))

  const spool = await Spool.open({ directory: own, adopt: [other] })
  t.deepEqual((await drain(spool)).records, [json(1), json(2)])
})
