import test from 'ava'
import { classify } from '../../../core/inspect/classify.ts'

function secrets(text: string): string[] {
  return classify(text)
    .classifications.filter(({ type }) => type === 'SECRET' || type === 'API_KEY')
    .map(({ value }) => value)
}

const PROSE: readonly (readonly [text: string, secret: string])[] = [
  ['My password is hunter2, does it leak?', 'hunter2'],
  ['the password for the admin account is Winter#2024.', 'Winter#2024'],
  ['I changed my password to Qu4rtz!77 yesterday', 'Qu4rtz!77'],
  ['log in as bob with the password Tr33house', 'Tr33house'],
  ['Here is the API key: 9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c', '9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c'],
  ['our api key is Zx81QpLm20RtVb77', 'Zx81QpLm20RtVb77'],
  ['the access token we use is kJ82nfA0sPq19zXw', 'kJ82nfA0sPq19zXw'],
  ['use Blu3Penguin! as the password', 'Blu3Penguin!'],
  ['credentials: jdoe / Kx9!fobar', 'Kx9!fobar'],
  ['the passphrase is "correct horse battery staple"', 'correct horse battery staple'],
  ['wifi password: Gr4nd-Chalet', 'Gr4nd-Chalet'],
  ['my PIN is 4821', '4821'],
  ['Mon mot de passe est Soleil75, que faire ?', 'Soleil75'],
  ['voici le mot de passe : Hiver2024!', 'Hiver2024!'],
  ['le mot de passe du serveur de prod est « Xk9$trombone »', 'Xk9$trombone'],
  ['connecte-toi avec le mot de passe Tr0mpette', 'Tr0mpette'],
  ['login jdupont mdp Az3rty!2', 'Az3rty!2'],
  ['mdp: c0ccinelle', 'c0ccinelle'],
  ["la clé d'API est 7c9e6679f4a84d6c9c1e", '7c9e6679f4a84d6c9c1e'],
  ['clé secrète : wq8Rt2LkZ0pVx5', 'wq8Rt2LkZ0pVx5'],
  ["le code d'accès est B4trac1en", 'B4trac1en'],
  ['identifiants : admin / M4rmotte38', 'M4rmotte38'],
  ['utilise P1staches! comme mot de passe', 'P1staches!'],
  ['mot de passe temporaire Citr0n-vert', 'Citr0n-vert'],
]

for (const [text, secret] of PROSE) {
  test(`a secret in prose: ${text}`, (t) => {
    t.deepEqual(secrets(text), [secret])
  })
}

const INNOCENT = [
  'How do I reset my password in Django 4.2?',
  'The password must contain at least 8 characters.',
  'password hashing with sha256 or bcrypt2',
  'My password is wrong and the token is expired.',
  'Le mot de passe est obligatoire pour continuer.',
  'Ton mot de passe doit contenir 12 caractères, dont 2 chiffres.',
  'What is the best key for the song?',
  'The key is to practise every day.',
  'The secret is to add butter.',
  'const token = await getToken(user2)',
  'password = input("Enter your password: ")',
  'if (password !== confirmPassword) throw new Error()',
  'Set the API_KEY environment variable to your key.',
  'The access code is documented in section 4.2.1.',
  'le code postal est 75011 et le code source est sur le dépôt',
  'token_limit=4096, tokens: 12000',
  'sort by key: created_at',
  'Press the key F5 or the key combination Ctrl+Shift+P',
  'auth: true, session: "session-store", cookie: "connect.sid"',
]

for (const text of INNOCENT) {
  test(`no secret: ${text}`, (t) => {
    t.deepEqual(secrets(text), [])
  })
}
