import test from 'ava'
import { resolveOverlaps } from '../../../core/inspect/overlap.ts'
import { randomNumbers } from '../../support/random-numbers.ts'

function candidate(type: string, start: number, end: number, score: number, validated = false) {
  return { type, ruleId: type.toLowerCase(), start, end, score, validated }
}

function kept(...candidates: ReturnType<typeof candidate>[]): string[] {
  const forwards = resolveOverlaps(candidates).map(({ type, start }) => `${type}@${start}`)
  const backwards = resolveOverlaps([...candidates].reverse()).map(({ type, start }) => `${type}@${start}`)
  if (forwards.join() !== backwards.join()) throw new Error('the order of candidates matters')
  return forwards
}

test('neighbours both stay', (t) => {
  t.deepEqual(kept(candidate('A', 0, 4, 0.5), candidate('B', 4, 6, 0.5)), ['A@0', 'B@4'])
})

test('validated beats longer, longer beats score', (t) => {
  t.deepEqual(kept(candidate('LONG', 0, 20, 0.99), candidate('CHECKED', 5, 15, 0.5, true)), ['CHECKED@5'])
  t.deepEqual(kept(candidate('LONG', 0, 20, 0.5), candidate('SURE', 5, 15, 0.99)), ['LONG@0'])
  t.deepEqual(kept(candidate('SURE', 0, 9, 0.9), candidate('UNSURE', 0, 9, 0.8)), ['SURE@0'])
})

test('what overlaps only something that lost stays', (t) => {
  t.deepEqual(kept(candidate('A', 0, 5, 0.9, true), candidate('B', 4, 12, 0.9), candidate('C', 11, 14, 0.5)), [
    'A@0',
    'C@11',
  ])
})

test('the same finding from two views is one', (t) => {
  t.deepEqual(kept(candidate('A', 0, 5, 0.9), candidate('A', 0, 5, 0.9)), ['A@0'])
})

test('of many that overlap in a chain, the same stay as if the strongest were taken one after another', (t) => {
  const random = randomNumbers(3)
  for (let round = 0; round < 400; round++) {
    const candidates = Array.from({ length: 16 + random(60) }, (_, index) => {
      const start = index * 3 + random(4)
      return candidate(
        'ABC'.charAt(random(3)),
        start,
        start + 3 + random(round % 2 === 0 ? 6 : 40),
        random(4) / 4,
        random(5) === 0,
      )
    })
    const wanted: typeof candidates = []
    const byStrength = candidates.toSorted(
      (a, b) =>
        Number(b.validated) - Number(a.validated) ||
        b.end - b.start - (a.end - a.start) ||
        b.score - a.score ||
        a.start - b.start,
    )
    for (const one of byStrength)
      if (wanted.every(({ start, end }) => start >= one.end || end <= one.start)) wanted.push(one)
    t.deepEqual(
      resolveOverlaps(candidates).map(({ start, end, score }) => [start, end, score]),
      wanted.toSorted((a, b) => a.start - b.start).map(({ start, end, score }) => [start, end, score]),
    )
  }
})
