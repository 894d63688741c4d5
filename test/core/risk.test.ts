import test from 'ava'
import { DEFAULT_WEIGHT, riskScore, TYPE_WEIGHTS } from '../../core/risk.ts'

test('nothing found is no risk', (t) => {
  t.is(riskScore([]), 0)
})

test('one finding counts its weight times its score', (t) => {
  t.is(riskScore([{ type: 'EMAIL', score: 1, value: 'a' }]), TYPE_WEIGHTS.EMAIL ?? -1)
  t.is(riskScore([{ type: 'CREDIT_CARD', score: 0.5, value: 'a' }]), 0.425)
})

test('findings add up, and never beyond 1', (t) => {
  const two = riskScore([
    { type: 'EMAIL', score: 1, value: 'a' },
    { type: 'PHONE', score: 1, value: 'b' },
  ])
  t.is(two, 0.545)
  const many = riskScore(Array.from({ length: 500 }, (_, i) => ({ type: 'SECRET', score: 1, value: String(i) })))
  t.is(many, 1)
})

test('the same value twice counts once, at its best score', (t) => {
  const twice = [
    { type: 'EMAIL', score: 0.5, value: 'a' },
    { type: 'EMAIL', score: 0.9, value: 'a' },
  ]
  t.is(riskScore(twice), riskScore(twice.slice(1)))
  t.true(riskScore([...twice, { type: 'EMAIL', score: 0.9, value: 'b' }]) > riskScore(twice))
})

test('types that the table does not name have a weight too, whatever they are called', (t) => {
  t.is(riskScore([{ type: 'PROJECT_NAME', score: 1 }]), DEFAULT_WEIGHT)
  t.is(riskScore([{ type: 'constructor', score: 1 }]), DEFAULT_WEIGHT)
})

test('scores outside 0 to 1 do no harm', (t) => {
  t.is(riskScore([{ type: 'EMAIL', score: -3 }]), 0)
  t.is(riskScore([{ type: 'EMAIL', score: 7 }]), TYPE_WEIGHTS.EMAIL ?? -1)
})

// Policies compare against stored scores: a change here changes what customers' policies match, and needs a line in CHANGELOG.
test('the weights are those of the last release', (t) => {
  t.snapshot(TYPE_WEIGHTS)
})
