import test from 'ava'
import { classify } from '../../../../core/inspect/classify.ts'

const MARK = /\[\[([\s\S]+?)\]\]/

function addressesIn(text: string): string[] {
  return classify(text)
    .classifications.filter(({ type }) => type === 'ADDRESS')
    .map(({ value }) => value)
}

for (const prompt of [
  'deliver to [[PSC 80 Box 14551\nAPO AP 96367]] where I am stationed',
  'send the parcel to [[1220 Maple Avenue, Apt 4, Evanston, IL 60202, USA]] please',
  'Bill to: [[900 Bay Street\nSuite 310\nToronto, ON M5S 1M2\nCanada]]\nThanks',
  'the address is [[85 Collins Street, Melbourne VIC 3000, Australia]]',
  'mon adresse : [[3 impasse du Moulin\nBâtiment B\n35000 Rennes\nFrance]]',
  'siège : [[5 allée des Tilleuls, 1000 Bruxelles, Belgique]].',
  'he lives at [[Calle de Alcalá 45, 28014 Madrid, Spain]], I think',
  'meet me at [[the corner of Oak Street and 5th Avenue]] at noon',
  'Envoi à Yuki, [[1-4-2 Dogenzaka, Tokyo 150-0043]].',
  'our office: [[Prinsengracht 263, 1016 GV Amsterdam, Netherlands]]',
  'it stands at [[4310 Peripheriaki\n Apt. 12\n Lefkosia\n Cyprus 51034]] now',
  'ship it to [[14 Fox Meadow, Leeds LS1 4AB]] please',
  'ship it to [[14 Fox Meadows, Leeds LS1 4AB]] please',
  'What is your address? it is [[59 Roheline 43, Tartu, Estonia]]',
]) {
  test(`an address is found to its end: ${prompt.slice(0, 60)}`, (t) => {
    t.deepEqual(addressesIn(prompt.replace(MARK, '$1')), [MARK.exec(prompt)?.[1] ?? ''])
  })
}

for (const prompt of [
  'we met in Paris, France in 2019',
  'PSC 2024 Box Office results in AP news',
  'the corner of the table and the wall',
  '12 Angry Men, United States, 1957',
  'score 5-2-1 in the derby, Tokyo won',
  'Suite 4 of the tests failed in Germany',
  'page 12 Street food of Thailand',
  'run 3 Regression Tests Suite 4 in Docker 24',
]) {
  test(`no address: ${prompt}`, (t) => {
    t.deepEqual(addressesIn(prompt), [])
  })
}

test('what follows an address in the sentence is none of it', (t) => {
  t.deepEqual(addressesIn('He moved to 12 Elm Street, Tel 01234 567890'), ['12 Elm Street'])
  t.deepEqual(addressesIn('I live at 14 rue des Lilas, 69003 Lyon. France wins!'), ['14 rue des Lilas, 69003 Lyon'])
})
