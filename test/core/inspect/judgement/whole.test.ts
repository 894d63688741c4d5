import test from 'ava'
import { classify } from '../../../../core/inspect/classify.ts'

function found(text: string): string[] {
  return classify(text).classifications.map(({ type, value }) => `${type} ${value}`)
}

/** Each held a CREDIT_CARD, PHONE, NIR, SIRET or SSN while parts of numbers were read as numbers. */
const AMOUNTS = [
  'The mean is 36.02307692307692',
  '{"uptime":0.919177393}',
  '{"mean":-36.02307692307692,"n":3}',
  'loss .0612345678 after one epoch',
  'phone: 0.919177393',
  'cell 0.6123456789 of the grid',
  '[[0.612345678, 48.85661400000001], [2.35222190000002, 48.85661400000001]]',
  '4111111.111111111',
  'balance: -4111111111111111 units',
  'x,y\n0,0612345678\n-0,0698765432',
  'the total was 12 345 678 901 237 francs',
  'a * 453957876362148.6',
  'SIRET 732829320.00074',
  '2026-03-12 10:00:00.197655745   785100959843',
  'puyfh +4025324.0828 -108102726.06 +4.34212374911339',
  'pc=0xbb2855646cbe +532341672',
  'let big: Int64 = 4_916_338_506_082_832',
  '| Bytes_sent       | 4916338506082832 |',
  '| Innodb_reads     | 6011000990139424 |',
  '0.00s call     test_x.py::test_y[3583728853]-0.0282]',
]

for (const text of AMOUNTS) {
  test(`an amount is read whole: ${JSON.stringify(text)}`, (t) => {
    t.deepEqual(found(text), [])
  })
}

const VALUES: readonly (readonly [text: string, ...values: string[]])[] = [
  ['4111 1111 1111 1111', 'CREDIT_CARD 4111 1111 1111 1111'],
  ['4111.1111.1111.1111', 'CREDIT_CARD 4111.1111.1111.1111'],
  ['Tél. 01.42.68.53.00.', 'PHONE 01.42.68.53.00'],
  ['tél.0612345678', 'PHONE 0612345678'],
  ['tél :-0612345678', 'PHONE 0612345678'],
  ['N°.0612345678', 'PHONE 0612345678'],
  ['617.477.1271', 'PHONE 617.477.1271'],
  ['phones 0612345678,0698765432', 'PHONE 0612345678', 'PHONE 0698765432'],
  ['id,card\n12,4111111111111111\n13,5555555555554444', 'CREDIT_CARD 4111111111111111', 'CREDIT_CARD 5555555555554444'],
  ['My card is 4111111111111111.', 'CREDIT_CARD 4111111111111111'],
]

for (const [text, ...values] of VALUES) {
  test(`a value in the groups people write stays one: ${JSON.stringify(text)}`, (t) => {
    t.deepEqual(found(text), values)
  })
}
