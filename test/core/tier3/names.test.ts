import test from 'ava'
import { analyse, type FindPeople } from '../../../core/tier3/analyse.ts'
import { mayHoldName, plausibleName, repeatedNames } from '../../../core/tier3/names.ts'
import { findOrganizations } from '../../../core/tier3/organizations.ts'
import { sentencesOf } from '../../../core/tier3/sentences.ts'

/** A model that sees a person in whatever is asked for. */
const seeing =
  (...people: readonly string[]): FindPeople =>
  (sentence) =>
    people.flatMap((person) => {
      const start = sentence.indexOf(person)
      return start === -1 ? [] : [{ start, end: start + person.length }]
    })

const found = (text: string, ...people: readonly string[]) =>
  analyse(text, { knownNames: [], findPeople: seeing(...people), isOverBudget: () => false })
    .filter(({ type }) => type === 'PERSON_NAME')
    .map(({ value }) => value)

test('what a model sees is cut to the name in it', (t) => {
  t.deepEqual(found('Then Mr. Petr Sovadina, came', 'Mr. Petr Sovadina,'), ['Petr Sovadina'])
  t.deepEqual(found('We met Anna de la Cruz there', 'Anna de la Cruz there'), ['Anna de la Cruz'])
})

test('what can be no name is not taken from a model', (t) => {
  t.deepEqual(found('Visit rue Marie Lambrecht now', 'Marie Lambrecht'), [], 'a street')
  t.deepEqual(found('The Sovadina Anna Foundation pays', 'Sovadina Anna'), [], 'a foundation')
  t.deepEqual(found('Ask Albert Einstein about it', 'Albert Einstein'), [], 'a public figure')
  t.deepEqual(found('Open Visual Studio today', 'Visual Studio'), [], 'words that mean something')
  t.deepEqual(found('Then Natalia sold clips', 'Natalia'), [], 'a given name in a story')
})

test('a given name alone counts where it is about somebody’s matters', (t) => {
  t.deepEqual(found('We pay Natalia a lower salary', 'Natalia'), ['Natalia'])
})

test('a model is asked about no sentence without a name that is still to be found', (t) => {
  const asks = (text: string, known: { start: number; end: number }[] = []) =>
    [...sentencesOf(text)].some((sentence) => mayHoldName(text, sentence, known))
  t.true(asks('We met Petr Sovadina there'))
  t.false(asks('we met nobody there'))
  t.false(asks('We met Petr Sovadina there', [{ start: 7, end: 20 }]))
  t.false(asks('const Petr = new Sovadina(Petr[0]);'), 'code')
})

test('parts of a full name are found where they stand alone, and nowhere else', (t) => {
  const text = 'Petr Sovadina said so. Sovadina left; sovadina.org and Sovadinas stay.'
  t.deepEqual(
    repeatedNames(text, [{ start: 0, end: 13 }]).map(({ start, end }) => [start, text.slice(start, end)]),
    [[23, 'Sovadina']],
  )
})

test('a sentence ends with its point, and not with that of a title or an initial', (t) => {
  const text = 'Dr. Roe met J. Lindell. He left! Then\nend; {a: [b], c: d()}'
  t.deepEqual(
    [...sentencesOf(text)].map(({ start, end }) => text.slice(start, end)),
    ['Dr. Roe met J. Lindell.', 'He left!', 'Then'],
  )
})

test('plausible names need a capital', (t) => {
  t.is(plausibleName('petr sovadina', { start: 0, end: 13 }), undefined)
})

for (const [text, expected] of [
  ['a contract with Ferrolux SAS, signed', ['Ferrolux SAS']],
  ['Brunet & Fils SARL and Norvane Inc. agree', ['Brunet & Fils SARL', 'Norvane Inc.']],
  ['la société Valbrun nous doit', ['Valbrun']],
  ['He works at Pellar since May', ['Pellar']],
  ['le Cabinet Lambrecht a écrit', ['Cabinet Lambrecht']],
  ['Our Group, The University and the Bank', []],
  ['our client Anna wants more', []],
  ['works at Google', []],
  ['OurClient.Ltd(x) and a.Corp', []],
] as const) {
  test(`organisations in: ${text}`, (t) => {
    t.deepEqual(
      findOrganizations(text).map(({ start, end }) => text.slice(start, end)),
      expected,
    )
  })
}

test('a budget that is used up ends the search for names, and what was found counts', (t) => {
  let asked = 0
  const findPeople: FindPeople = (sentence) => {
    asked++
    return seeing('Petr Sovadina')(sentence)
  }
  const text = 'We met Petr Sovadina there. '.repeat(50)
  const findings = analyse(text, { knownNames: [], findPeople, isOverBudget: () => asked >= 3 })
  t.is(asked, 3)
  t.true(findings.length >= 3)
})
