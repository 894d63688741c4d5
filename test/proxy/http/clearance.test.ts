import test from 'ava'
import { type Awaiting, Clearance } from '../../../proxy/http/clearance.ts'

function recording(): Awaiting & { readonly told: unknown[] } {
  const told: unknown[] = []
  return { told, cleared: () => told.push('cleared'), withheld: (error) => told.push(error) }
}

test('whoever waits is told at once, also of what was known before', (t) => {
  const early = recording()
  const clearance = new Clearance()
  clearance.tell(early)
  t.deepEqual(early.told, [])
  clearance.clear()
  t.deepEqual(early.told, ['cleared'])

  const late = recording()
  const known = new Clearance()
  const error = new Error('not recorded')
  known.withhold(error)
  known.tell(late)
  t.deepEqual(late.told, [error])
})

test('only the first outcome counts', (t) => {
  const withheld = recording()
  const clearance = new Clearance()
  clearance.tell(withheld)
  const error = new Error('not recorded')
  clearance.withhold(error)
  clearance.clear()
  clearance.withhold(new Error('later'))
  t.deepEqual(withheld.told, [error])
})
