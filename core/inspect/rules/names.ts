import { findNames } from '../names/find.ts'
import type { Rule } from '../rule.ts'

export const NAME_RULES: readonly Rule[] = [
  {
    kind: 'sweep',
    id: 'person-name',
    type: 'PERSON_NAME',
    tier: 2,
    description:
      'The name of a person: behind a title, a given name beside a family name, or behind words that introduce a name.',
    sweep: findNames,
    scores: { plain: 0.8, context: 0.8 },
    examples: {
      match: [
        'Relis la PR de [[Sophie Laurent]] avant midi',
        'My name is [[Rosalie]].',
        'Dr. [[Burke]] is a 53 year old man',
        'M. [[Emmanuel Macrin]], suite à',
        'Anesthésie par le Dr. [[SERVAIS Maurice]], le',
        '"name":"[[Lauretta Grimes]]"',
        'Hi [[Torben]], I need help; my kid [[Lukas]] too',
      ],
      reject: [
        'Natalia sold clips to 48 of her friends.',
        'rue Marie Curie, lycée Victor Hugo',
        'Grant Access To All Users',
        'as Harry Potter said to Albert Einstein',
        'Jackson Street and Smith Ltd.',
        'Visual Studio Code and Google Chrome',
        'May I ask Will to mark it?',
        'marie.dupont@example.org, Marie.getName()',
      ],
    },
  },
]
