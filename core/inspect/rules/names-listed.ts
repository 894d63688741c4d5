import { readNameColumn, readNameField, readNameList } from '../names/fields.ts'
import { NO_LETTER } from '../neighbours.ts'
import type { KeywordRule } from '../rule.ts'

export const LISTED_NAME_RULES: readonly KeywordRule[] = [
  {
    kind: 'keyword',
    id: 'person-name-field',
    type: 'PERSON_NAME',
    tier: 2,
    description: 'What stands in a field for a part of a name, known or not.',
    keywords: [
      ...['nom', 'prenom', 'last name', 'last_name', 'lastname', 'first name', 'first_name', 'firstname', 'surname'],
      ...['given name', 'given_name', 'family name', 'family_name', 'maiden name', 'nom_famille'],
    ],
    beside: [{ before: NO_LETTER, after: ' :="\'(_' }],
    read: readNameField,
    scores: { plain: 0.75, context: 0.75 },
    examples: {
      match: ['nom: [[Ouédraogo]], prénom: [[Aminata]]', 'Surname: [[Þórsson]]', '"last_name": "[[Szôllôssy]]"'],
      reject: ['nom: Service', 'first name: String', 'nom du fichier: Budget', 'last_name = Column(String)'],
    },
  },
  {
    kind: 'keyword',
    id: 'person-name-column',
    type: 'PERSON_NAME',
    tier: 2,
    description: 'The names in columns of a table whose heads say that they are given or family names.',
    keywords: ['prenom', 'last name', 'last_name', 'lastname', 'first name', 'first_name', 'firstname', 'surname'],
    beside: [{ after: ';,|"\'\\t\\n\\r sS' }],
    read: readNameColumn,
    scores: { plain: 0.8, context: 0.8 },
    examples: {
      match: [
        'nom;prenom;ville\n[[Ouédraogo]];[[Aminata]];Lyon\n[[Petit]];[[Jean-Luc]];Brest',
        'id,first_name,last_name\n1,[[Noah]],[[Nakamura]]',
      ],
      reject: [
        'first_name,last_name\nVARCHAR,TEXT\nstring,string',
        'id,first_name\n1,$name',
        'nom;couleur\nGigoteuse;Rouge',
      ],
    },
  },
  {
    kind: 'keyword',
    id: 'person-name-list',
    type: 'PERSON_NAME',
    tier: 2,
    description: 'People, one after another, behind a word that says what they are.',
    keywords: [
      ...[
        'founder',
        'attendee',
        'participant',
        'signator',
        'witness',
        'witnesse',
        'team member',
        'invitee',
        'fondateur',
        'signataire',
      ],
      ...['temoin', 'present', 'absent', 'excuse', 'cosigner', 'beneficiarie', 'beneficiaire', 'heir', 'heritier'],
    ],
    beside: [{ before: NO_LETTER, after: 'sS :' }],
    read: readNameList,
    scores: { plain: 0.7, context: 0.7 },
    examples: {
      match: [
        'our 3 founders: [[Brabec]], [[Doyle]] and [[Gonzalez]].',
        'Participants : [[Anne Weber]], [[Lucas Petit]] et [[Karim Haddad]]',
      ],
      reject: ['participants: Team A and Team B', 'Present: Monday', 'founders: Google and Apple'],
    },
  },
]
