/**
 * Sentences with what names a person, a thing or a law, between [[ and ]], by type, and sentences that hold nothing of it. Written
 * down before the rules were tuned.
 */
export const IDENTIFIED: Readonly<Record<string, string>> = {
  CRYPTO_WALLET: `
send it to [[1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2]]
my wallet [[3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy]]
adresse bitcoin : [[bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq]]
BTC [[bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4]]
ETH address [[0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed]]
[[0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359]] received 2 ETH
ethereum : [[0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb]]
portefeuille [[0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB]]
taproot [[bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0]]
pay [[1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa]] today
`,
  DATE_OF_BIRTH: `
née le [[12/03/1985]] à Lyon
né le [[3 mai 1990]]
Date de naissance : [[01/02/1978]]
date de naissance: [[1985-03-12]]
DDN : [[24/12/2001]]
DDN [[05.06.1969]]
ma date de naissance est le [[7 juillet 1982]]
je suis né le [[14 juillet 1979]]
je suis née en [[1991]]
Marie, née le [[1er janvier 2000]], demande
né(e) le [[30-11-1955]]
Né le : [[09/08/1964]]
date de naiss. [[11/10/1988]]
naissance : [[22/04/1976]]
"date_naissance": "[[1993-09-17]]"
dateNaissance=[[17/09/1993]]
patient né le [[2 février 1948]]
Mme Petit (née le [[23/05/1967]])
mon fils est né le [[16 août 2015]]
anniversaire de naissance le [[4 mars 1950]]
DOB: [[1985-03-12]]
date of birth: [[03/14/1985]]
Date of birth [[14 March 1985]]
She was born on [[March 12, 1985]].
born [[12 Mar 1985]] in Leeds
born on the [[4th of July 1976]]
my date of birth is [[June 5, 1990]]
D.O.B. [[05/06/90]]
birthdate: [[1972-11-30]]
birth_date = "[[1999-01-31]]"
"dateOfBirth": "[[2001-07-08]]"
"dob":"[[19/10/1983]]"
his birthday is [[August 9, 1981]]
I was born in [[1975]]
Birth date: [[Feb 3, 1968]]
patient born [[02/11/1949]]
DOB [[7 Sept 1994]]
born: [[1988-12-25]]
Date of Birth (dd/mm/yyyy): [[21/03/1960]]
employee born [[30 January 1959]]
`,
  DRIVING_LICENSE: `
driver's license: [[D12345678]]
Driver license number [[F2551234567890]]
driving licence number is [[MORGA657054SM9IJ]]
My driver's license number is [[S530-4679-8123]]
DL number: [[B6789012]]
DL# [[A1234567]]
license number [[WDLABCD456DG]] (Washington driver's license)
driving licence: [[JONES 710238 H92ZX]]
his driver's license [[123456789]] is expired
Drivers license no. [[T64235789]]
driving licence no [[SMITH703133J99AB]]
"driver_license": "[[K12345678]]"
driver_licence_number=[[WILLI901019R99RA]]
driver's licence [[D6101-40706-60905]]
Driving License ID [[H12345678]]
state driver license: [[99999999]]
the driver's license number, [[C1234567]], on file
UK driving licence [[TAYLO802156M99AB]]
DRIVER LICENSE: [[R12345678901234]]
my driving license is [[M55512345]]
permis de conduire n° [[881275307823]]
Permis de conduire : [[14AB12345]]
numéro de permis de conduire : [[130692310432]]
mon permis est le [[940675201234]]
permis n° [[051175300128]]
permis B numéro [[920413300456]]
son permis de conduire [[17CD45678]] a été suspendu
N° de permis : [[880331200765]]
permis_conduire=[[150775402398]]
"permis": "[[16EF98765]]"
permis de conduire numéro [[100192301987]]
numéro du permis [[070345601234]]
le permis de conduire de Paul, n° [[19GH11223]]
permis (n° [[980612300123]])
Permis de conduire français [[20JK33445]]
permis de conduire no [[111275400321]]
n° permis de conduire [[060892300777]]
permis moto n° [[031192310999]]
Permis : [[18LM55667]]
mon numéro de permis de conduire est [[120575311888]]
`,
  LEGAL_REFERENCE: `
Selon l'[[article L. 1237-19 du Code du travail]], la rupture est possible
au titre de l'[[article 1240 du code civil]]
[[article 700 du code de procédure civile]]
les [[articles 9 et 16 du code civil]]
[[Art. L. 121-1 du code de la consommation]]
l'[[article 6 du RGPD]] exige une base légale
[[article 15 du RGPD]] : droit d'accès
l'[[article L1221-1]] du contrat
[[loi n° 2018-493 du 20 juin 2018]]
la [[loi du 29 juillet 1881]] sur la presse
[[décret n° 2005-1309 du 20 octobre 2005]]
l'[[ordonnance n° 2016-131 du 10 février 2016]]
l'[[arrêté du 25 juin 1980]] modifié
[[Cass. soc., 25 juin 2014, n° 13-28.369]]
[[Cass. civ. 1re, 3 février 2011, n° 09-17.105]]
[[CE, 19 juillet 2019, n° 426389]]
[[CJUE, 13 mai 2014, C-131/12]]
[[CA Paris, 12 septembre 2018, n° 16/09876]]
dossier [[RG n° 21/04567]]
[[pourvoi n° 19-24.680]]
[[Directive 2002/58/CE]]
le [[règlement (UE) 2022/2065]]
[[règlement (UE) n° 910/2014]]
[[décision n° 2018-765 DC]] du Conseil
[[article 8 de la CEDH]]
[[Article 5(1)(c) GDPR]]
[[Regulation (EU) 2024/1689]]
[[Directive 95/46/EC]]
[[Brown v. Board of Education, 347 U.S. 483 (1954)]]
[[Miranda v. Arizona, 384 U.S. 436 (1966)]]
see [[550 U.S. 544]]
[[42 U.S.C. § 1983]] claim
[[15 U.S.C. § 78j(b)]]
[[29 CFR 1910.134]]
[[45 C.F.R. § 164.512]]
[[Case No. 2:22-cv-04567]]
[[[2019] UKSC 41]]
[[[2021] EWCA Civ 1321]]
[[Data Protection Act 2018]]
[[section 17 of the Equality Act 2010]]
[[Pub. L. 111-148]]
[[ECLI:EU:C:2014:317]]
[[Sarbanes-Oxley Act of 2002]]
[[Companies Act 2006]], [[s. 172 of the Companies Act 2006]]
[[Code civil, art. 1103]]
`,
  LICENSE_PLATE: `
immatriculée [[AB-123-CD]]
véhicule [[GH-456-JK]] en stationnement
plaque : [[FA-987-ZE]]
ma voiture est immatriculée [[EF 234 GH]]
plaque d'immatriculation [[BX-001-WW]]
la Clio [[DR-555-TT]] appartient à Paul
immatriculation : [[AA-229-AA]]
camion [[CW-742-NP]]
voiture de fonction, immatriculation [[FJ-318-QS]]
"immatriculation": "[[GB-640-KL]]"
le véhicule immatriculé [[1234 AB 75]]
ancienne plaque [[456 XYZ 69]]
PV n° 12 pour le véhicule [[EZ-777-MN]]
carte grise du [[FB-808-LR]]
plaque [[GA123BC]] relevée par la caméra
scooter immatriculé [[FS-112-VD]]
le conducteur du [[DN-456-PL]] est convoqué
immat. [[CX-909-ER]]
garage : révision du [[EB-303-FG]]
vendre ma Peugeot 308 [[EQ-654-WA]]
number plate: [[AB12 CDE]]
vehicle reg [[LD68XYZ]]
my car registration is [[BD51 SMR]]
registration number [[KX19 ZPL]]
the van with plate [[MV63 OKP]]
reg: [[YA07 FGH]]
Vehicle registration: [[CE70 TRX]]
his car, reg no [[SN18 LKJ]], was clamped
licence plate [[WR21 QWE]]
a blue Ford with registration [[GU64 HJK]]
"registration": "[[EA15 RTY]]"
numberplate [[HF66 BNM]]
plate number is [[RJ09 VCX]]
car: Volkswagen Golf [[OV65 PLM]]
parking permit for [[LB17 DFG]]
MOT due for [[PK12 UYT]]
reg plate [[AE23 XCV]]
vehicle plate [[NX20 BGT]] parked in bay 4
the registration plate was [[FH57 NHY]]
insure my car [[DS14 MJU]]
`,
  MAC_ADDRESS: `
MAC address [[00:1A:2B:3C:4D:5E]]
adresse MAC : [[3c:07:54:71:9f:ab]]
the device [[A4-5E-60-C2-11-7F]] joined
ether [[f0:18:98:5b:22:cd]] txqueuelen 1000
link/ether [[52:54:00:ab:cd:ef]] brd
wlan0 HWaddr [[b8:27:eb:12:34:56]]
Physical Address. . . : [[9C-B6-D0-1E-88-42]]
arp: [[dc:a6:32:aa:bb:0c]]
dhcp lease for [[70:85:c2:d3:e4:f5]]
bssid=[[e8:94:f6:2a:7b:10]]
"mac": "[[04:d4:c4:8e:6f:91]]"
l'imprimante [[00:80:77:31:01:07]] ne répond pas
switch port 12: [[001A.2B3C.4D5E]]
sh mac address-table: [[0050.56c0.0008]]
bluetooth [[00:25:DB:0A:FF:3E]]
`,
  MEDICAL_TERM: `
My mother was diagnosed with [[breast cancer]] last year
I have [[type 2 diabetes]] and need a diet
He suffers from [[schizophrenia]]
Patient John Reed has [[atrial fibrillation]]
she is on [[metformin]] 850 mg
I take [[sertraline]] 50 mg every morning
my son has [[autism]]
Mrs Hill, 71 years old, [[hip fracture]] in May
our employee is on leave for [[burnout]]
he was hospitalised for [[pneumonia]]
I'm [[pregnant]] and my boss doesn't know
my HIV test is positive, I have [[HIV]]
history of [[myocardial infarction]]
she was prescribed [[lisinopril]]
my father's [[Parkinson's disease]] got worse
the patient reports [[migraine]] with aura
treated for [[depression]] since 2019
he has [[Crohn's disease]]
her [[chemotherapy]] starts Monday
I was diagnosed with [[ADHD]]
J'ai un [[diabète de type 2]]
mon père a un [[cancer de la prostate]]
ma fille est [[autiste]]
Patient de 54 ans, [[HTA]] connue
Mme Roux souffre de [[dépression]]
il est atteint de [[sclérose en plaques]]
elle est sous [[Lévothyrox]] 75 µg
M. Petit a fait un [[AVC]] en mars
je suis [[enceinte]] de trois mois
mon salarié est en arrêt pour [[burn-out]]
antécédents : [[infarctus du myocarde]]
traité par [[metformine]]
la patiente présente une [[embolie pulmonaire]]
mon fils est [[asthmatique]]
j'ai la [[maladie de Crohn]]
sa [[chimiothérapie]] commence lundi
suivi pour [[trouble bipolaire]]
Patient sous [[Xarelto]] 20 mg
opéré d'une [[appendicite]]
ma mère a [[Alzheimer]]
diagnostiquée d'une [[endométriose]]
`,
  PASSPORT: `
Passport number: [[C01234567]]
passport no. [[533380006]]
My passport number is [[X4RTBPFW4]]
US passport [[A12345678]] expires in 2031
UK passport no [[925665416]]
His passport ([[PA1234567]]) was stolen in Rome
passport: [[14AV98765]]
passport_number = [[L898902C3]]
"passportNumber": "[[K1234567]]"
Passport No: [[GB1234567]]
The traveller's passport number, [[707797979]], was rejected
please book the flight, passport [[E00007734]]
German passport number [[C01X00T47]]
Passport # [[488839667]]
passport number [[P4366918]] issued 2019
Guest passport: [[AB 1234567]]
her passport is [[M70689098]]
passport ID [[RA0123456]]
valid passport [[N01234567]] attached
Passeport n° [[12AB34567]]
numéro de passeport : [[20CD98765]]
mon passeport est le [[19FV12345]]
passeport [[15EK77812]] délivré à Lyon
Passeport : [[18HH54321]]
son numéro de passeport est [[21DA00345]]
passeport français n°[[14AL88214]]
le passeport numéro [[17BC45678]] a été perdu
PASSEPORT N° [[13CX09876]]
titulaire du passeport [[22FA31415]]
passeport belge [[EH123456]]
passeport suisse n° [[X1234567]]
passeport marocain [[AB1234567]]
voici mon passeport : [[16DD11223]]
n° passeport [[11AZ22334]]
Passeport no [[23GE55667]], valable jusqu'en 2033
passeport canadien : [[GA302922]]
le numéro du passeport de Léa est [[20AK19283]]
"passeport": "[[19CT46573]]"
passeport_num=[[18BV91827]]
Réf. passeport [[12HJ56473]]
`,
  SIREN: `
SIREN : [[732 829 320]]
n° SIREN [[552100554]]
société immatriculée au RCS de Paris sous le numéro [[542 065 479]]
RCS Nanterre [[383 474 814]]
Le SIREN de l'entreprise est [[552081317]]
siren=[[732829320]]
"siren": "[[383474814]]"
SAS au capital de 10 000 €, RCS Lyon [[732 829 320]]
notre numéro siren, [[552 081 317]], figure en bas de page
French company number SIREN [[542065479]]
extrait Kbis [[732829320]]
la SARL Martin (SIREN [[383 474 814]])
SIREN n°[[552100554]]
identifiée au SIREN sous le n° [[552.100.554]]
The supplier's SIREN is [[552 100 554]]
`,
  TAX_NUMBER: `
TVA : [[FR20478071228]]
numéro de TVA intracommunautaire [[FR 60 704 756 717]]
VAT number [[FR20478071228]]
n° TVA [[FR60704756717]] en bas de facture
numéro fiscal : [[30 23 217 600 053]]
mon numéro fiscal est [[3023217600053]]
n° fiscal [[0123456789012]]
numéro SPI : [[3023217600053]]
référence fiscale [[30 23 217 600 053]]
National Insurance number: [[AB 12 34 56 C]]
my NI number is [[JG103759A]]
NINO [[JG 10 37 59 A]]
national insurance no. [[CE123456D]]
EIN: [[12-3456789]]
our EIN is [[98-7654321]]
employer identification number [[12-3456789]]
UTR [[1234567890]]
unique taxpayer reference: [[12345 67890]]
DNI: [[12345678Z]]
NIE [[X1234567L]]
mi NIF es [[12345678Z]]
DNI/NIF: [[12345678-Z]]
codice fiscale: [[RSSMRA85T10A562S]]
C.F. [[RSSMRA85T10A562S]]
il mio codice fiscale è [[RSSMRA85T10A562S]]
numéro national : [[85.07.30-033.28]]
rijksregisternummer [[85.07.30-033.28]]
BSN [[111222333]]
mijn BSN is [[111222333]]
burgerservicenummer: [[111222333]]
Steuer-ID: [[86 095 742 719]]
steuerliche Identifikationsnummer [[86095742719]]
IdNr. [[86095742719]]
registre national [[85073003328]]
ITIN: [[912-70-1234]]
`,
}

export const UNIDENTIFIED = `
passport photo requirements
How long is a passport valid?
passport expires 2031
my passport was stolen yesterday
passport office opens at 09:00
Passeport perdu, que faire ?
le passeport sanitaire de 2021
passport.js version 0.7.0
passport-local@1.0.0
npm install passport passport-jwt
passeport biométrique à 86 euros
driving licence test 2024
driver's license renewal takes 6 weeks
license: MIT
Licensed under Apache-2.0
licence EUPL-1.2
permis de construire 075123
permis à points : 12 points
permis B obtenu en 2012
le permis coûte 1800 euros
driver version 535.104.05
GPL-3.0-only
driver license plate holder
plaque de cuisson
plate AB1 CDE is wrong
reg AX, BX
car parts for 2012 Ford
registration opens 12 May
registration deadline 2024-05-31
registration number required
voiture de 150 ch
réf AB-123-CD
order AB-123-CD
SKU GH-456-JK in stock
modèle FA-987-ZE
ticket DR-555-TT
vehicle speed 130 km/h
plate tectonics 101
license plate recognition with OpenCV 4.8
regular expression A1B2
le 12/03/1985
rendez-vous le 12/03/2024
born in Paris
The company was born in a garage
founded on March 12, 1985
date: 2024-03-12
published 14 March 2020
birth rate in 1990
birthday cake recipe
version released 2021-07-08
due date 21/03/2025
né à Marseille
date de naissance obligatoire
date de création : 01/02/1978
depuis le 7 juillet
la Révolution du 14 juillet 1789
happy birthday to you
created_at: 1993-09-17
born again 3 times
naissance d'un projet en trois étapes
00:00:00:00:00:00
12:34:56
2024-01-02-03-04-05
01-02-03-04-05-06
ff:ff:ff
a1:b2:c3:d4
sha1 da:39:a3:ee:5e:6b:4b:0d:32:55
EIN a song
route 12-3456789
SIREN obligatoire
la sirène 732829320
RCS messages 732829320
siren sound 123456789
SIREN 732829321
commande 732829320
utr ratio 12345
BSN 111222334
DNI 12345678A
codice fiscale obbligatorio
CF Industries
Steuer-ID 12345678901
numéro fiscal obligatoire
numéro national 85.07.30-033.29
NI DQ 12 34 56 C
NINO required
tax year 2023-2024
VAT rate 20%
FR21478071228
bitcoin price 68000
bc1 is a prefix
0x0000000000000000000000000000000000000000
0xdeadbeef
commit 3f2a9c1e07b2d4c5e8a6f3f2a9c1e07b2d4c5e8a
1BoatSLRHtKNngkdXEeobR76b53LETtpyU
ethereum gas 21000
Article 5 of the service agreement
section 3 of the manual
code 4 section 12
l'article 3 du journal
version 410 U.S. keyboard
act 2 scene 3
Explain how insulin works
asthma inhaler market size 2023
patients with diabetes were randomised
write an essay on depression in the 1930s
The Great Depression of 1929
cancer research funding
le cancer de la bureaucratie
une greffe de code
stroke-width: 2px
Write a blog post about type 2 diabetes prevention
What is the difference between a virus and a bacterium?
patients with asthma in clinical trials
la dépression économique de 1929
Comment fonctionne la chimiothérapie ?
a cancer cell line was cultured
hepatitis B virus carriers were treated with interferon
Explique la grossesse chez les éléphants
traitement de texte et traitement d'image
list five symptoms of influenza
research on Alzheimer's disease in mice
the fracture of the market
la fracture numérique
stroke order of Chinese characters
an epidemic of malaria in the tropics
l'article du Monde sur la loi
le code de la route est à réviser
code du travail mal écrit
selon la loi de Moore
la loi des séries
Section 2 of this document
Article 3 of our blog series
the Act One curtain
see paragraph 4.2
§ 3 Introduction
chapter 7 bankruptcy
rule 34
Directive components in Angular 12
v-model directive 3.2
regulation of gene expression
décret royal au Moyen Âge
`
