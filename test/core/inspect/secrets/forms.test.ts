import test from 'ava'
import { classify } from '../../../../core/inspect/classify.ts'

function secretsIn(text: string): string[] {
  return classify(text)
    .classifications.filter(({ type }) => type === 'SECRET')
    .map(({ value }) => value)
}

const VALUE = 'Xk29!fQz'

const FORMS =
  `password=|password = |password:|password: |"password": "|'password' : '|password="|password=  |` +
  'password: string = |password==|password=>"|password := "|password=bytes("|password %3D |password: ["'

for (const before of FORMS.split('|'))
  test(`a value is found behind ${JSON.stringify(before)}`, (t) => {
    const close = /["']$/.exec(before)?.[0] ?? ''
    t.deepEqual(secretsIn(`${before}${VALUE}${close}\n`), [VALUE])
  })

test('a name that goes on behind its keyword in letters with accents is none', (t) => {
  t.deepEqual(secretsIn("phrase secrète'=hunter2article;"), [])
})

test('what is chosen is found between words about logging in, and not where a name is given it', (t) => {
  t.deepEqual(secretsIn('password, password\n \nlogin Crocus!2291 login x=Crocus!2292 login Crocus!2293'), [
    'Crocus!2291',
    'Crocus!2293',
  ])
})

test('what a shell prints where a variable is not set is no value', (t) => {
  t.deepEqual(secretsIn('SECRET_KEY: \u0024{SECRET_KEY:?missing}\nA=\u0024{DB_PASSWORD:?the password is not set}'), [])
  t.deepEqual(secretsIn(`DB_PASSWORD: ?${VALUE}`), [`?${VALUE}`])
})
