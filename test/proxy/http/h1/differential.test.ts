import test from 'ava'
import { compareWithNode } from '../../../fuzz/differential.ts'
import { damagedDialogues } from '../../../fuzz/requests.ts'

const ROUNDS = 1200
const SEED = 20_261_122

test(`${ROUNDS} damaged dialogues are read as Node's parser reads them, or refused`, async (t) => {
  t.timeout(120_000)
  const { rounds, same, differences, faults } = await compareWithNode(
    damagedDialogues(SEED, (count) => count >= ROUNDS),
  )
  t.is(rounds, ROUNDS)
  t.deepEqual(differences, [])
  t.deepEqual(faults, [])
  t.true(same > ROUNDS / 2, `${same} read alike`)
})

test('a seed gives the same dialogues again', (t) => {
  const dialogues = (seed: number) => [...damagedDialogues(seed, (count) => count >= 100)].map(String)
  t.deepEqual(dialogues(7), dialogues(7))
  t.notDeepEqual(dialogues(7), dialogues(8))
})

const CHUNKED = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'

for (const blanks of ['\t', ' \t', '\t ']) {
  test(`${JSON.stringify(blanks)} behind Transfer-Encoding: chunked is read by us alone, which is explained`, async (t) => {
    const dialogue = CHUNKED.replace('chunked', `chunked${blanks}`)
    const { explained, differences } = await compareWithNode([Buffer.from(dialogue), Buffer.from(CHUNKED + dialogue)])
    t.deepEqual(explained, { 'a tab behind Transfer-Encoding: chunked': 2 })
    t.deepEqual(differences, [])
  })
}

for (const [where, dialogue] of Object.entries({
  'before the coding': CHUNKED.replace('chunked', '\tchunked'),
  'behind another value': CHUNKED.replace('Host: a', 'Host: a\t'),
})) {
  test(`a tab ${where} needs no explanation`, async (t) => {
    const { same, explained } = await compareWithNode([Buffer.from(dialogue)])
    t.is(same, 1)
    t.deepEqual(explained, {})
  })
}
