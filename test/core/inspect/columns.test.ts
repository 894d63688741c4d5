import test from 'ava'
import { classify } from '../../../core/inspect/classify.ts'

function valuesIn(text: string, type: string): string[] {
  return classify(text)
    .classifications.filter((found) => found.type === type)
    .map(({ value }) => value)
}

test('tables one below the other, whose heads all differ, do not use up what a text may hold', (t) => {
  let text = ''
  for (let n = 0; text.length < 100_000; n++)
    text += `${`first name ${(n + 36 ** 3).toString(36).replace(/[0-9]/g, 'z')};`.repeat(22)}\n${'Marie;'.repeat(24)}\n`
  t.true(classify(text).complete)
})

test('a column goes on behind cells that say that somebody has none', (t) => {
  const rows = ['18DE40715', 'no passport', '20FH11852', 'no passport yet', '19CK20931']
  t.deepEqual(valuesIn(`name;passport\n${rows.map((row) => `x;${row}`).join('\n')}\n`, 'PASSPORT'), [
    '18DE40715',
    '20FH11852',
    '19CK20931',
  ])
})

test('family names that begin as the head of their column do not end it', (t) => {
  const names = ['Nomura', 'Nomikos', 'Nomand', 'Nommé', 'Nomel', 'Nomin', 'Nomura', 'Oda']
  t.deepEqual(
    valuesIn(`nom;prénom;ville\n${names.map((name) => `${name};Aiko;Kyoto`).join('\n')}\n`, 'PERSON_NAME').filter(
      (name) => name !== 'Aiko',
    ),
    names,
  )
})
