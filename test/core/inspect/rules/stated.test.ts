import test from 'ava'
import { classify } from '../../../../core/inspect/classify.ts'

const MARK = /\[\[(.+?)\]\](?!\])/
/** Of prompts as people write them, one at most may be missed. */
const MISSED_MAX = 1

/** Written down after the rules, and not tuned on. */
const PROMPTS: Readonly<Record<string, string>> = {
  MEDICAL_TERM: `
Notre élève Yanis est [[dyslexique]], adapte cet exercice.
The defendant, Mr Cole, suffers from [[paranoid schizophrenia]].
Mme Bertin, 82 ans, chute à domicile, [[fracture du col du fémur]]
I just found out I'm [[pregnant]] and I haven't told my boss
Write to the insurer: Maria Lopez had a [[knee replacement]] on 3 May.
Mon fils prend de la [[Ritaline]] tous les matins
Candidate disclosed [[hearing loss]]; the candidate asked for an interpreter.
Sa [[chimio]] commence lundi, elle ne viendra pas au bureau.
My wife had an [[abortion]] in 2015
Jacques est [[alcoolique]] et son permis a été suspendu
`,
  DATE_OF_BIRTH: `
né(e) le: [[4/7/1962]]
Titulaire: Hugo Lemaire, né le [[30.09.1975]] à Nancy
birth date [[1984-12-01]], sex F
I was born on the [[21st of June 1988]]
ma fille est née un [[3 mai 2011]]
Patient: Marc Petit ([[14/06/1949]])
`,
  LICENSE_PLATE: `
J'ai embouti une Twingo immatriculée [[BX-771-QD]].
my license plate number is [[6TRJ244]]
the blue BMW [[OE67 VKL]] parked on my drive
PV de stationnement, véhicule [[DH 903 TR]]
camion [[EZ-440-PM]] en panne sur l'A6
`,
  ADDRESS: `
Colis à livrer: [[24 bis avenue Foch, 54000 Nancy]]
I live at [[9 Willow Close, Leeds LS6 3QT]]
Bill to: [[4100 Riverside Drive, Apt 7C, Burbank, CA 91505]]
Send it to [[55 Rue Saint-Jacques]]
adresse: [[Lindenstraße 8, 50674 Köln]]
`,
  SECRET: `
the database login is report_ro with [[Gr33nTea!9]]
my router's admin password got leaked: [[Falcon_77!x]]
the pin for my card is [[7730]]
I forgot, was it [[Orange2023!]] for the login?
`,
}

for (const [type, list] of Object.entries(PROMPTS)) {
  test(`${type} is found as people state it`, (t) => {
    const missed = list
      .trim()
      .split('\n')
      .filter((prompt) => {
        const wanted = MARK.exec(prompt)?.[1]
        const found = classify(prompt.replace(MARK, '$1')).classifications
        return !found.some((finding) => finding.type === type && finding.value === wanted)
      })
    t.true(missed.length <= MISSED_MAX, missed.join('\n'))
  })
}

const NOTHING = `
What are the side effects of ibuprofen?
Explain diabetes to a 5-year-old child.
Write a fitness plan for someone with asthma.
I am writing a thesis about schizophrenia in 19th century literature.
my app tracks insulin and glucose, write the SQL schema
The Great Depression had a lasting effect on my grandfather's generation.
Mon entreprise vend des tests de grossesse, écris une fiche produit.
Draft a policy on sick leave and burnout for our handbook.
The stroke order of this kanji is wrong, fix my CSS stroke width.
my 2019 car needs new tires, part AB-123-CD
The car has 308 HP and the invoice is INV-4821
Peugeot 308 SW 12 CV
registration fee is USD 350
`

test('nothing is found in prompts that hold nothing', (t) => {
  for (const prompt of NOTHING.trim().split('\n')) t.deepEqual(classify(prompt).classifications, [], prompt)
})
