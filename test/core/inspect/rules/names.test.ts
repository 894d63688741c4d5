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
