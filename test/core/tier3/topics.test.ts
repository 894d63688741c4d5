import { readFileSync } from 'node:fs'
import test from 'ava'
import { findTopics } from '../../../core/tier3/topics/find.ts'
import { TOPIC_TYPES } from '../../../core/tier3/types.ts'

interface Row {
  readonly topic: string | null
  readonly lang: string
  readonly text: string
}

/** Written for this test: twenty texts a topic, half of them French, and forty about nothing of the kind. */
const ROWS: readonly Row[] = readFileSync(new URL('./topics.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
/** What every topic has to reach, over both languages; docs/decisions/0008 gives the figures. */
const PRECISION_MIN = 0.85
const RECALL_MIN = 0.8

const typesOf = (text: string) => findTopics(text).map(({ type }) => type)

for (const topic of TOPIC_TYPES) {
  test(`${topic} is found where it is, in English and French, and hardly ever elsewhere`, (t) => {
    const own = ROWS.filter((row) => row.topic === topic)
    for (const lang of ['en', 'fr']) t.true(own.filter((row) => row.lang === lang).length >= 10)
    const found = own.filter(({ text }) => typesOf(text).includes(topic)).length
    const wrong = ROWS.filter((row) => row.topic !== topic && typesOf(row.text).includes(topic)).length
    t.true(found / own.length >= RECALL_MIN, `recall ${found / own.length}`)
    t.true(found / (found + wrong) >= PRECISION_MIN, `precision ${found / (found + wrong)}`)
  })
}

test('everyday prompts and questions about a subject in general have no topic', (t) => {
  const wrong = ROWS.filter(({ topic, text }) => topic === null && typesOf(text).length > 0)
  t.deepEqual(wrong, [])
})

test('a topic is at the place that shows it, with a score below certainty, once a text', (t) => {
  for (const { text } of ROWS) {
    const found = findTopics(text)
    t.is(new Set(found.map(({ type }) => type)).size, found.length)
    for (const { value, start, end, score } of found) {
      t.is(text.slice(start, end), value)
      t.true(end > start && end - start <= 400)
      t.true(score >= 0.4 && score <= 0.95)
    }
  }
})

test('the page of a long text that is about it is found among others', (t) => {
  const filler = 'We walked along the river and talked about music, food and the weather. '.repeat(200)
  const page = 'Draft the dismissal letter: gross misconduct, notice period of one month, and the bonus is cut.'
  const [found] = findTopics(`${filler}${page} ${filler}`)
  t.is(found?.type, 'TOPIC_HR')
  t.true((found?.start ?? 0) >= filler.length && (found?.end ?? 0) <= filler.length + page.length)
  // The same words far apart are no page.
  t.deepEqual(
    findTopics(
      page
        .split(' ')
        .map((word) => `${word} ${filler}`)
        .join(''),
    ),
    [],
  )
})
