import { ofPersons } from '../names/cells.ts'
import { findNames } from '../names/find.ts'
import { findLoneNames } from '../names/lone.ts'
import { isProductName } from '../names/product-names.ts'
import { findSmallNames, SMALL_NAME_KEYWORDS } from '../names/small.ts'
import { isWordProblem } from '../names/word-problem.ts'
import type { Rule, ScoredSpan } from '../rule.ts'
import type { Walk } from '../walk.ts'

function sweep(text: string, walk: Walk, hints: readonly number[]): readonly ScoredSpan[] {
  const named = [...findNames(text, walk), ...findSmallNames(text, hints), ...findLoneNames(text, walk)]
  const found = ofPersons(
    text,
    named.filter(({ start, end }) => !isProductName(text, start, end)),
  )
  if (found.length === 0 || !isWordProblem(text)) return found
  return found.filter(({ start, end }) => text.slice(start, end).includes(' '))
}

export const NAME_RULES: readonly Rule[] = [
  {
    kind: 'sweep',
    id: 'person-name',
    type: 'PERSON_NAME',
    tier: 2,
    description:
      'The name of a person: after a title, a given name beside a family name, or after words that introduce a name.',
    keywords: SMALL_NAME_KEYWORDS,
    sweep,
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
        'follow up with [[tracy wiśniewska]] in 2 months',
        'Reporter : [[Diego Fernandez]] <diego@dev.example.fr>',
        'MARTIN: 2018 0 [[MARTIN Edouard]] 2390',
        '[[Julio]] shouted at [[David]]: "What now?"',
        'Mme [[de La Fontaine-Dubois]]',
        'M. [[Claude Martin]] habite à Lyon',
        '[[Claude Martin]] a signé le contrat',
        'Patiente : [[Claude Lefebvre]]',
        'Dear Dr. [[Claude Nguyen]],',
        'Miss [[Gemma Small]] is ill',
        'Prof. [[Gemma Large]] teaches',
        'Ask [[Vo Minh Tri]] and [[Dang Van Lam]] about it',
        'Dossier de [[Do Thi Huong]], suivi par [[Wang Xiaoming]]',
        '[[Park Ji-hoon]] signed',
        'my accountant [[Nikos Papadopoulos]] agrees',
        '{"employee": "[[Oluwaseun Adeyemi]]", "full_name": "[[Bronagh Tigue]]"}',
        'Patient 2: [[Azila Marie]] | F',
        '[[Valérie]] ma collègue ne fait rien',
        '[[Tanya]] will handle the budget',
        'follow up with [[benjamin a seiler]] in May',
      ],
      reject: [
        'Natalia sold clips to 48 of her friends.',
        'rue Marie Curie, lycée Victor Hugo',
        'Grant Access To All Users',
        'Le Van Gogh du musée, Do Not Enter, Li Ion Cells, Ho Chi Minh City, Park Hae Avenue',
        'as Harry Potter said to Albert Einstein',
        'between Franklin D. Roosevelt and John F. Kennedy',
        'Jackson Street and Smith Ltd.',
        'Visual Studio Code and Google Chrome',
        'May I ask Will to mark it?',
        'marie.dupont@example.org, Marie.getName()',
        'You are powered by the model named Opus 5.5. My name is Claude. The model is called Sonnet, or named Mistral Large.',
        'Dear Sir or Madam, Monsieur le Maire',
        'Victoria Line delays; Hugo is a static site generator',
        'I wrote a poem named Hayalet Sevgilim',
        'Florence will host the summit, Valencia va accueillir la course',
        'Claude Opus, Claude Code, Claude Sonnet 4, Claude Max, Gemini Pro, Mistral Large and Claude',
        'Ask Claude about it. Claude said so.',
        'Add Jenkins and Maven; Gen Z; written by [Ana Souza](https://github.com/asouza)',
        'Mr. Smith has two farms of 12 and 30 acres. How many acres has Mr. Smith?',
      ],
    },
  },
]
