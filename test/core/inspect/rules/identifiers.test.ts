import test from 'ava'
import { classify } from '../../../../core/inspect/classify.ts'
import { IDENTIFIED, UNIDENTIFIED } from './sentences.ts'

const MARK = /\[\[(.+?)\]\](?!\])/
const MARKS = new RegExp(MARK, 'g')
const FOUND_MIN = 0.95
const FALSE_ALARMS_MAX = 0.02

for (const [type, list] of Object.entries(IDENTIFIED)) {
  const sentences = list.trim().split('\n')
  // A list of ten may miss two.
  const missedMax = Math.max(2, Math.floor(sentences.length * (1 - FOUND_MIN)))
  test(`${type} is found in nearly all sentences that hold one`, (t) => {
    const missed = sentences.filter((sentence) => {
      const wanted = MARK.exec(sentence)?.[1]
      const found = classify(sentence.replaceAll(MARKS, '$1')).classifications
      return !found.some((finding) => finding.type === type && finding.value === wanted)
    })
    t.true(missed.length <= missedMax, missed.join('\n'))
  })
}

test('hardly a sentence that holds no identifier is said to hold one', (t) => {
  const sentences = UNIDENTIFIED.trim().split('\n')
  const alarms = sentences.filter((sentence) => classify(sentence).classifications.length > 0)
  t.true(alarms.length <= sentences.length * FALSE_ALARMS_MAX, alarms.join('\n'))
})
