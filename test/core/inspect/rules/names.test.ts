import test from 'ava'
import { classify } from '../../../../core/inspect/classify.ts'

const MARK = /\[\[(.+?)\]\]/g

function namesIn(text: string): string[] {
  return classify(text)
    .classifications.filter(({ type }) => type === 'PERSON_NAME')
    .map(({ value }) => value)
}

const NAMED = `
My name is [[Ivan M. Petrescu]] and I need a refund.
Name: [[Laura M. Whitfield]]
What's your name? [[Dmitri Halvorsen]]
follow up with [[Tuovi Virtaharju]] next week
I want to add [[Irenka Szoke]] as a beneficiary
Ms. [[Austin]] flew home on Sunday
Compte rendu fait par Dr [[Desire Ancelin]]
Compte rendu généré par [[Bodin Jacques]] le 12 mars
Résultats de laboratoire pour [[RUFIN Marine]], normaux
Psychologue : [[Zulmira Maurand]]
our new hire [[Oluwaseun Adeyemi]] starts Tuesday
As promised, here's [[Gregorina]]'s address
Alice: "I'm [[Amanda]]'s daughter"
Locataire : [[Verdot Sophie]]
The guests are [[Tuovilda]], [[Hannah]], [[Anthony]], [[Derek]] and [[Anna]].
follow up with [[benjamin k. seiler]] please
`

for (const line of NAMED.trim().split('\n')) {
  const wanted = [...line.matchAll(MARK)].map(([, value]) => value)
  test(`a name is found: ${line}`, (t) => {
    const found = namesIn(line.replace(MARK, '$1'))
    t.true(
      wanted.every((name) => found.includes(name ?? '')),
      found.join(', '),
    )
  })
}

const NOBODY = `
follow up with Sales Team next week
I want to add Visual Studio as a dependency
Bonjour M. le directeur
Réunion avec Service Client demain
Résultats de laboratoire pour Analyse Sanguine
here's Python's documentation
GLYCÉMIE À JEUN normale
Responsable : Service Achats
validé par Conseil Municipal
What's your name? Nobody asked
tags: Ruby, Julia, Scala, Kotlin, Elixir
We use Terraform, Kubernetes, Julia, Grafana and Prometheus
`

for (const line of NOBODY.trim().split('\n')) {
  test(`nobody is named: ${line}`, (t) => {
    t.deepEqual(namesIn(line), [])
  })
}

test('« M. » before a family name stays a title', (t) => {
  t.deepEqual(namesIn('Contactez M. Delahousse demain'), ['Delahousse'])
  t.deepEqual(namesIn('Relance de M. Dupontel'), ['Dupontel'])
})

test('a new name behind somebody of one’s own is found, also where that is a role', (t) => {
  t.deepEqual(namesIn('mon salarié Oestrel est en arrêt'), ['Oestrel'])
})

const SHAPES: readonly string[] = [
  '{"type":"Feature","properties":{"name":"Polk"},"geometry":{"type":"Polygon","coordinates":[[[1,2]]]}}',
  '{"type":"Polygon","arcs":[[247]],"id":"630","properties":{"name":"Vance Randolph"}},{"type":"Polygon","arcs":[[248]]}',
  '{"arcs":[[83]],"properties":{"NAME":"Marshall Is."},"type":"MultiPolygon"}',
  '{"type":"Feature","geometry":{"type":"Point","coordinates":[1.5,2.25]},"properties":{"name": "Victor Pierce", "pop": 3}}',
]

const column = (values: readonly string[], row: (value: string, index: number) => string) => values.map(row).join('\n')
const COUNTIES = [
  'Pella',
  'Wayne Perry',
  'Sheldon',
  'Osceola',
  'Marion Clarke',
  'Decorah',
  'Waukon',
  'Ottumwa',
  'Iowa City',
  'Keokuk',
]
const CARS = [
  'toyota corolla',
  'ford pinto',
  'volvo 245',
  'amc gremlin',
  'chevrolet c20',
  'datsun 510',
  'audi fox',
  'vw 1131',
]
const SEAS = [
  'HUDSON BAY',
  'DAVIS STRAIT',
  'LABRADOR SEA',
  'W. SIBERIA',
  'VINCENT RIDGE',
  'ARCTIC OCEAN',
  'NORTH SEA',
  'KARA SEA',
  'GULF OF ADEN',
]

test('names of places and things that data hold are nobody’s', (t) => {
  for (const text of [
    ...SHAPES,
    ...SHAPES.map((shape) => JSON.stringify({ content: shape })),
    column(COUNTIES, (value, index) => `${value},41.${40805 + index},-92.${91631 + index}`),
    column(COUNTIES, (value, index) => `${index};${value};${index * 37}`),
    column(COUNTIES, (value, index) => `${index}\t${value}\t${index * 37}`),
    `[${COUNTIES.map((name, id) => JSON.stringify({ id, name, people: id * 37 })).join(',')}]`,
    column(CARS, (value, index) => `${index + 20},4,${90 + index},2${index}10,14,75,${value}`),
    SEAS.join('\n'),
    column(SEAS, (value, index) => ` ${index + 400};  ${value}`),
    'Sierra Leone,2009,5.2\nSierra Leone,2010,5.1',
    '<ellipse rx="8.85" stroke="#db161b"/><path fill="none" stroke-linecap="round"/>',
  ])
    t.deepEqual(classify(text).classifications, [], text)
})

test('names of people are found in the same kinds of data', (t) => {
  const people = [
    'Karim Haddad',
    'Sophie Laurent',
    'Lauretta Grimes',
    'Emily Johnson',
    'Laura Schneider',
    'Nicolas Bernard',
  ]
  for (const text of [
    column(people, (value, index) => `${index};${value};${index * 37}`),
    column([...people, 'Acme GmbH', 'Globex Inc'], (value, index) => `${index},${value},Lyon,12.5,14.25`),
    column(people, (value, index) => `${value}\tSingapore\t${index}`),
    `[${people.map((name, id) => JSON.stringify({ id, name })).join(',')}]`,
    people.join('\n'),
  ]) {
    const found = classify(text).classifications.filter(({ type }) => type === 'PERSON_NAME')
    t.true(found.length >= people.length, text)
  }
  const letter =
    'Best regards,\nSophie Laurent\nAcme, Paris\nBonjour, merci\nVoilà, tout va bien\nJean BONNET, né à Lyon'
  t.is(classify(letter).classifications.filter(({ type }) => type === 'PERSON_NAME').length, 2)
})
