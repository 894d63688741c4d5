import { randomNumbers } from '../random.ts'

/** How many different prompts there are of a size: enough that no contestant gains from remembering a verdict. */
const POOL = 64

const WORDS =
  `please summarise the following notes from our meeting about the delivery plan for next quarter and list what is still open
  le service client attend une réponse avant vendredi pour le contrat de maintenance que nous avons reçu hier matin
  function returns value const await import error table index query where select order limit update total amount invoice
  budget team review draft section paragraph question answer because however therefore customer report version release`.split(
    /\s+/,
  )

/** Values of the five kinds that every contestant looks for; all made up, with valid check digits. */
const VALUES = [
  'jean.dupont@example.com',
  '+33 6 12 34 56 78',
  'FR76 3000 6000 0112 3456 7890 189',
  '4111 1111 1111 1111',
  '1 85 05 78 006 084 91',
]

/**
 * Request bodies for `POST /v1/chat/completions`, each with a prompt of `size` characters of prose. Every eighth
 * prompt holds one personal value, as most real prompts hold none.
 */
export function chatBodies(size: number): Buffer[] {
  const random = randomNumbers(size)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  return Array.from({ length: POOL }, (_, number) => {
    let prompt = `Note ${number}: `
    while (prompt.length < size) {
      const holdsValue = number % 8 === 0 && prompt.length > size / 2 && !VALUES.some((value) => prompt.includes(value))
      prompt += holdsValue ? `${pick(VALUES)} ` : `${pick(WORDS)}${random() < 0.08 ? '.\n' : ' '}`
    }
    return Buffer.from(
      JSON.stringify({
        model: 'gpt-4o',
        messages: [
          { role: 'system', content: 'You are a helpful assistant.' },
          { role: 'user', content: prompt.slice(0, size) },
        ],
      }),
    )
  })
}
