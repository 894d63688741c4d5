import test from 'ava'
import { classify } from '../../../../core/inspect/classify.ts'

const MARK = /\[\[(.+?)\]\]/g

function secretsIn(text: string): string[] {
  return classify(text)
    .classifications.filter(({ type }) => type === 'SECRET' || type === 'API_KEY')
    .map(({ value }) => value)
}

const GIVEN_AWAY = `
ALTER USER hr IDENTIFIED BY [[Marble77]];
GRANT ALL ON db.* TO app@localhost IDENTIFIED BY "[[zQ81kkpow]]"
pswrd: [[Lucerne_44]]
das Passwort ist [[Fenster.77]]
la contraseña es [[Perro_negro9]]
MYSQLPASS: [[Ce7shE0ENP]]
password:[[!Krone44x]]
smtps://alerts@corp.example:[[FnD83JZs]]@smtp.corp.example:465
my old password was [[Snowdrop19]] and the new one is [[Snowdrop20]]
ancien mot de passe [[Rhubarbe8]], nouveau [[Rhubarbe9]]
I changed my password from [[Larkspur41]] to [[Larkspur42]]
psexec \\\\srv01 -u admin -p [[Winter_882]] cmd
net user backup [[B4ckup!2024]] /add
sshpass -p [[orchid77A]] ssh root@10.0.0.4
the default password is "[[blooberry]]"
the password for the VPN is "[[blooberry]]"
le mot de passe du wifi est « [[framboise]] »
the password that I use is "[[blooberry]]"
create or replace user app identified by [[Marble77]]
CREATE PUBLIC DATABASE LINK prod CONNECT TO shop IDENTIFIED BY "[[Marble77]]" USING 'prod'
access_token=[[${'aB3dE5gH7j'.repeat(24)}]]
`

for (const line of GIVEN_AWAY.trim().split('\n')) {
  const wanted = [...line.matchAll(MARK)].map(([, value]) => value)
  test(`found: ${line.slice(0, 80)}`, (t) => {
    t.deepEqual(secretsIn(line.replace(MARK, '$1')), wanted)
  })
}

const ONLY_SPOKEN_OF = `
The table is indexed by name and identified by id.
every user is identified by email2 in the new schema
create user app identified by '\${DB_PASS}';
if (!isPassword2) return
pass: !secret db_password
password: !Ref DbPassword
das Passwort ist falsch
¿Olvidaste tu contraseña?
the password is "required"
le mot de passe est « obligatoire »
psexec -u admin -p %PASS%
net user /domain
net user bob * /add
https://cdn@host.example:8080@proxy
my old password was too short and the new one is longer
showPassword = !isAuth0Login
password: !oauth2Enabled,
pass = !a11y.enabled2fa
the password is "nullable" in the schema
The type of the password is "string2"
the password strength is "medium"
the password manager is "Bitwarden"
the label for the password is "Kennwort"
We grant access to anyone identified by badge2024
create a record identified by uuid4
The set of users identified by user_id2
ALTER TABLE set identified by column2name
`

for (const line of ONLY_SPOKEN_OF.trim().split('\n')) {
  test(`nothing is given away: ${line}`, (t) => {
    t.deepEqual(secretsIn(line), [])
  })
}

test('of private keys in base64 only the beginning of a run is read, once', (t) => {
  const key = Buffer.from(`-----BEGIN PRIVATE KEY-----\n${'MIIEvgIBADANBgkqhkiG'.repeat(4)}`).toString('base64')
  t.deepEqual(secretsIn(`tls.key: ${key}`), [key])
  for (const sign of ['/', '+']) t.deepEqual(secretsIn(`QUJD${sign}${key}`.repeat(3)), [])
})

test('a long token without quotes is read where it ends as values do, and of names in a row no row', (t) => {
  const token = 'aB3dE5gH7j'.repeat(60)
  for (const end of ['', ' ', '.', ', then', '&next=1', ';'])
    t.deepEqual(secretsIn(`access_token=${token}${end}`), [token])
  t.deepEqual(secretsIn(`access_token=${token}==`), [`${token}==`])
  for (const other of [`${token}€`, token.repeat(2), `${'name='.repeat(10)}${token}`])
    t.deepEqual(secretsIn(`access_token=${other}`), [])
})
