import test from 'ava'
import { classify } from '../../../../core/inspect/classify.ts'
import { GIVEN_AWAY, ONLY_SPOKEN_OF } from './prompts.ts'

const MARK = /\[\[(.+?)\]\](?!\])/
const FOUND_MIN = 0.93

function secretsIn(text: string): string[] {
  return classify(text)
    .classifications.filter(({ type }) => type === 'SECRET' || type === 'API_KEY')
    .map(({ value }) => value)
}

test('of secrets in prose, commands and configuration nearly all are found, exactly as they stand', (t) => {
  const missed = GIVEN_AWAY.filter((prompt) => {
    const secret = MARK.exec(prompt)?.[1] ?? ''
    return !secretsIn(prompt.replace(MARK, '$1')).includes(secret)
  })
  t.true(missed.length <= GIVEN_AWAY.length * (1 - FOUND_MIN), missed.join('\n'))
})

test('what is not the secret beside one is left alone', (t) => {
  const more = GIVEN_AWAY.filter((prompt) => secretsIn(prompt.replace(MARK, '$1')).length > 1)
  t.deepEqual(more, [])
})

for (const [text, score] of [
  ['mdp « Zx9!kLmn » pour le site', 0.9],
  ['mdp “ Zx9!kLmn ” pour le site', 0.75],
  ['mdp " Zx9!kLmn " pour le site', 0.75],
  ['mdp\u00a0« Zx9!kLmn »', 0.9],
  ['mdp  Zx9!kLmn pour le site', 0.9],
  ['mot de passe provisoire « Zx9!kLmn »', 0.9],
  ['mot de passe admin Zx9!kLmn pour le site', 0.9],
  ['the password root Zx9!kLmn for the site', 0.9],
] as const)
  test(`a password directly behind its name, or with a word between: ${text}`, (t) =>
    t.like(classify(text).classifications, { 0: { type: 'SECRET', value: 'Zx9!kLmn', score }, length: 1 }))

for (const prompt of ONLY_SPOKEN_OF) {
  test(`nothing is given away: ${prompt}`, (t) => {
    t.deepEqual(secretsIn(prompt), [])
  })
}
