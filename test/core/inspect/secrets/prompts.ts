/**
 * Prompts in which people give secrets away, between [[ and ]], and prompts that only speak of secrets. Written down before the rules
 * were read again, and measured as a whole: no rule is made for a single one.
 */
export const GIVEN_AWAY: readonly string[] = `
My password is [[hunter2]]
my password is [[qwertz!99]] and it doesn't work on staging, why?
I keep getting access denied, user is root and password is [[T1ger-lily]]
Can you write a bash script that logs in with username deploy and password [[s3rv1ce#Now]]?
The WiFi password at the office is [[BlueHeron42]], please put it in the welcome letter
Here is the key: [[b7f2c9d04e1a48c6b1f3a9d2e7c05814]]
here's my api key [[q8ZtR2vLm0XcB7nYpK4s]], write me a node client
This is the token I got back: [[9xKd02LmQpZz71vBtRw8]]
use this secret when you sign the request: [[vG7!pl0mB-2x]]
Please rotate this credential, it's [[Summer2025!]] right now
The database password for prod is [[Pg#9wLs2xQ]], the host is db1.internal
pw: [[Gl0w-worm]]
pwd = [[zebra77!]]
Login: mwilson / Password: [[Cr1cket$]]
the root pw is [[toor123!]] on all boxes
My bank PIN is [[7391]], is it safe to use it for my phone too?
PIN code for the alarm: [[4409]]
door code [[8812#]] for the cleaning staff
the passphrase of the backup is "[[purple monkey dishwasher]]"
The passphrase for my ssh key is '[[the quick red fox sleeps]]' - is that strong enough?
unlock it with the passphrase "[[Rain falls on tin roofs]]" first
Email draft: Hi Sam, the temporary password for your account is [[Welcome!4821]]. Please change it.
set the admin password to [[N0t-Secure]]
I set the password of the vault to [[Falc0n&Owl]] last week
change password from [[Old3rOne!]] to something better
the old password was [[Marm0t_1987]]
our shared secret is [[kT93hdPq0Zv1]]
session token = [[f3a9c1e07b2d4c5e8a6f]]
Authorization: Bearer [[v2.kq0ZpLmX83nTb7Yw2RcD]]
curl -u admin:[[B3ll-tower]] https://intranet.corp/api
curl -H "X-Api-Key: [[5f1e0c9ab7d24386a1c0]]" https://api.corp.io/v1
curl https://shop.corp/api -H 'Cookie: sessionid=[[k3j9x0q7w2m5n8b1v4c6z3a9]]; theme=dark'
postgres://app:[[rU7kq2-Lw]]@db.corp.internal:5432/app
mongodb+srv://svc:[[Zy8mQw31]]@cluster0.ab1cd.mongodb.net/prod
redis://:[[hT5-rNp9]]@cache.corp:6379/0
Server=sql01;Database=erp;User Id=sa;Password=[[Acc0unt!ng]];Encrypt=true
amqp://worker:[[c4rr0tSoup]]@mq.corp/vhost
//registry.npmjs.org/:_authToken=[[7c0f9d1e-5b2a-4e83-9c6d-0a1b2c3d4e5f]]
machine git.corp.io login bot password [[pl4netX99]]
db1.corp:5432:app:appuser:[[qS8-wink]]
{"auths":{"registry.corp.io":{"auth":"[[Ym90OnMzY3IzdFB3]]"}}}
Authorization: Basic [[YWxpY2U6VHIwdWJsZSE=]]
client_secret: [[Qx7.Zp2_mN5vKd8Rt0]]
jwt secret is [[7hG2kPq9zLw4]]
ENCRYPTION_KEY=[[mQ3v8Zk1Xp6Rn9Ty2Lw5Bd7F]]
Our Stripe webhook secret is [[wH8kLq2mZx0vTp6s]]
smtp password: [[m41l-P1geon]]
the service account's password is [[Sv_acc0unt77]], expires in May
user: jane.roe password: [[Magn0lia!]]
I'll log you in, just use jane.roe with [[Magn0lia!9]] as password
username=ops&password=[[d0lphin+5]]
export DB_PASS='[[n1ghtOwl%]]'
variable "db_password" { default = "[[T3rr4-f0rm]]" }
password "[[Kub3-l3t]]" is rejected by the policy, why?
is "[[Zx9!kLmn]]" a good password?
what do you think about [[Tulip$Field3]] as my new password?
The code to the safe is [[29-14-37]]
my verification code is [[482913]]
the OTP they sent me: [[551037]]
recovery key: [[G7QX-22LM-9ZKP-TT04]]
Mon mot de passe est [[azerty77]]
mon mot de passe c'est [[Pap1llon!]]
Le mot de passe : [[Cig4le-2024]]
le mot de passe du wifi est [[Chat0nGris]]
Le mdp de la base est [[bD_pr0d!9]]
mdp = [[t0urnesol]]
Peux-tu écrire un mail à Paul avec son mot de passe provisoire [[Bienvenue#31]] ?
j'ai changé mon mot de passe en [[Gr3n0uille]] hier
connectez-vous avec l'identifiant admin et le mot de passe [[F0rteresse]]
voici la clé : [[4f9b1c07e2a84d3d9b60c5a7]]
voici ma clé API [[Lk29sPqZ71mXv0Tb]], fais-moi un client Python
La clé secrète est [[rT5wQ8zK1mN4vX7p]]
le jeton d'accès est [[u7Yt3Rq9Lp2Zx6Wk]]
code PIN : [[6207]]
mon code pin est [[1938]], je peux le garder ?
le digicode de l'immeuble est [[47B12]]
code d'entrée [[A4871]] puis deuxième étage
la phrase de passe est « [[trois canards sous la pluie]] »
La phrase secrète du coffre : "[[le vent se lève à minuit]]"
l'ancien mot de passe était [[Vi3ux-Port]]
remplace le mot de passe [[Salam4ndre]] par un autre plus fort
utilisateur : cdupuis, mot de passe : [[B0uquetin!]]
identifiant jmartin mot de passe [[Orag3-d-ete]]
Bonjour, vos accès : login clara / mdp [[Ros3eMatin]]
le secret partagé entre les deux serveurs est [[p0ivr0nRouge9]]
mot de passe root du serveur : [[Kr4ken_88]]
Le mot de passe admin est '[[Lun3-Rousse]]', ne le partage pas
est-ce que "[[M0ustique!!]]" est un bon mot de passe ?
que penses-tu de [[C4rnaval-86]] comme mot de passe ?
le code de la carte bleue est [[5830]]
le code wifi c'est [[framboise2022]]
le code de validation reçu est [[730184]]
la clé de récupération : [[PL2M-88QA-KV07-ZX31]]
la clé de chiffrement est [[Zm8qT4vK2pXw9Lr6]]
chaîne de connexion : Server=srv;Uid=app;Pwd=[[Cl3-de-sol]];
mysql -u root -p[[Mys3cr3t!]] -h db.corp
sshpass -p '[[r4spberry]]' ssh pi@10.1.2.3
kubectl create secret generic db --from-literal=password=[[Sh1ft-l3ft]]
PGPASSWORD=[[w4ter-Lily]] psql -h db -U app
ansible_become_pass: [[b3come-M3]]
`
  .trim()
  .split('\n')

export const ONLY_SPOKEN_OF: readonly string[] = `
My password is required every time, why?
My password is not working
The password is too short
password is required
Your password must be at least 12 characters long and contain 1 digit
Please enter your password below
API_KEY=your-api-key-here
export OPENAI_API_KEY="<your key>"
api_key = os.environ["API_KEY"]
const token = process.env.AUTH_TOKEN
password: \${DB_PASSWORD}
password: {{ .Values.db.password }}
password = "********"
password=changeme
"password": "string"
secret: xxxxxxxxxxxx
client_secret = "REPLACE_ME"
The secret ingredient is paprika
What is the key difference between REST and GraphQL?
The key takeaway is clear: test early
commit 3f2a9c1e07b2d4c5e8a6f3f2a9c1e07b2d4c5e8a
sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
id: 7c0f9d1e-5b2a-4e83-9c6d-0a1b2c3d4e5f
integrity sha512-Q0c1KzY3bXo5dHY4bGpxdzJyNGs2bjhwMWczaDVkN3MwYXo=
How do I store a password hash with argon2id?
The token expired after 3600 seconds
max_tokens: 4096, temperature: 0.7
The primary key is user_id and the foreign key is order_id
sort key: createdAt, partition key: tenantId
Press the Enter key, then the F5 key
Cache key = user:123:profile
I forgot my password and the PIN of my card
What makes a good passphrase?
the pin number on the microcontroller is 13
Set pin 4821 of the connector to high? no: pin 12
Le mot de passe est obligatoire
Mon mot de passe est refusé, que faire ?
le mot de passe doit contenir 12 caractères
Entrez votre mot de passe ici
mot de passe : ********
La clé du succès est le travail
le code postal est 69003
code promo : BIENVENUE10
le code source est dans le dossier src/
La clé primaire est id_client
le jeton a expiré
Quel est le secret d'une bonne pâte à crêpes ?
l'identifiant de commande est 48291
numéro de dossier : 2024-55310
password policy: minimum 8, maximum 64
the error code is 502
country code: 33
verification failed with code 1045
curl -H "Authorization: Bearer $TOKEN" https://api.example.com
curl -u "$USER:$PASS" https://example.com
postgres://user:password@localhost:5432/db
https://example.com/reset?token=TOKEN
aws_secret_access_key = YOUR_SECRET_KEY
Authorization: Bearer <token>
password = getpass.getpass()
if user.password == request.POST["password"]:
String password = request.getParameter("password");
this.token = response.data.token
@Input() password: string
type Credentials = { username: string; password: string }
assert token is not None
passwordField.setText("")
label_password = "Mot de passe"
placeholder="Enter your password"
<input type="password" name="password" id="password">
`
  .trim()
  .split('\n')
