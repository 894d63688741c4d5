import { randomNumbers } from '../random.ts'
import { inspectChat } from './five-patterns.ts'
import { type Kind, readPassages } from './passages.ts'

/** How many different prompts there are of a size: more than a round sends at 50 kB, and so many at 2 kB that no contestant learns them. */
const POOL_CHARACTERS = 16_000_000
const POOL = { least: 256, most: 4_096 } as const

/** Values of the five kinds that every contestant looks for; all made up, with valid check digits. */
const VALUES = [
  'jean.dupont@example.com',
  '+33 6 12 34 56 78',
  'FR76 3000 6000 0112 3456 7890 189',
  '4111 1111 1111 1111',
  '1 85 05 78 006 084 91',
]

/** Of ten prompts six are prose, two are code, and two are a conversation of several turns. */
const SHAPES = [
  'prose',
  'prose',
  'code',
  'prose',
  'conversation',
  'prose',
  'prose',
  'code',
  'prose',
  'conversation',
] as const

interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/**
 * Request bodies for `POST /v1/chat/completions`, each with a prompt of `size` characters of real prose, code or conversation,
 * no two alike. Every eighth holds one personal value, as most real prompts hold none.
 * @param count how many; by default as many as keep a run from meeting one twice within a moment
 */
export function chatBodies(size: number, count = poolSize(size)): Buffer[] {
  const random = randomNumbers(size)
  const passages: Record<Kind, readonly string[]> = { prose: readPassages('prose'), code: readPassages('code') }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  return Array.from({ length: count }, (_, number) => {
    const shape = SHAPES[number % SHAPES.length] ?? 'prose'
    const value = number % 8 === 0 ? pick(VALUES) : undefined
    // Two passages side by side can make a value that neither holds: digits at the end of one and the start of the next.
    for (;;) {
      const nextPassage = () => pick(passages[shape === 'code' ? 'code' : 'prose'])
      const turns = cutTurns(compose(size, number, value, nextPassage), size, shape)
      const body = Buffer.from(JSON.stringify({ model: 'gpt-4o', messages: [SYSTEM, ...turns] }))
      if (inspectChat(body).findings > 0 === (value !== undefined)) return body
    }
  })
}

/** Turns of a conversation's history, each by another side. */
const HISTORY_TURNS = 24
/** As many as there are connections: each client is in the middle of one. */
const CONVERSATIONS = 16

/**
 * Bodies of `size` characters of which all but the last message were sent before, as a client sends a conversation's history with every
 * turn. The last message of `size - seen` characters is another each time; every eighth holds one personal value.
 * @param seen characters of the history
 * @returns makes the next body: all of them together would fill the memory of whoever sends them
 */
export function resentBodies(size: number, seen: number): () => Buffer {
  const messagesOf = (body: Buffer) => (JSON.parse(body.toString()) as { messages: Message[] }).messages.slice(1)
  const length = Math.ceil(seen / HISTORY_TURNS)
  const histories = chatBodies(seen, CONVERSATIONS).map((body) => {
    const text = messagesOf(body)
      .map(({ content }) => content)
      .join('')
    const turns = Array.from({ length: HISTORY_TURNS }, (_, turn) => ({
      role: turn % 2 === 0 ? 'user' : 'assistant',
      content: text.slice(turn * length, (turn + 1) * length),
    }))
    // Without the end of the list and of the object, where the new message goes.
    return Buffer.from(`${JSON.stringify({ model: 'gpt-4o', messages: [SYSTEM, ...turns] }).slice(0, -2)},`)
  })
  const news = chatBodies(size - seen).map((body) => {
    const content = messagesOf(body)
      .map(({ content }) => content)
      .join('')
    return Buffer.from(`${JSON.stringify({ role: 'user', content })}]}`)
  })
  let count = 0
  return () => {
    const body = Buffer.concat([histories[count % histories.length] ?? NONE, news[count % news.length] ?? NONE])
    count += 1
    return body
  }
}

const NONE = Buffer.alloc(0)
const SYSTEM: Message = { role: 'system', content: 'You are a helpful assistant.' }

function poolSize(size: number): number {
  return Math.max(POOL.least, Math.min(POOL.most, Math.floor(POOL_CHARACTERS / size)))
}

function compose(size: number, number: number, value: string | undefined, nextPassage: () => string): string {
  let text = `Note ${number}: `
  while (text.length < size) text += `${nextPassage()}\n\n`
  if (value === undefined) return text.slice(0, size)
  const middle = Math.floor(size / 2)
  return `${text.slice(0, middle)}\n\nReach me here: ${value} please.\n\n${text.slice(middle)}`.slice(0, size)
}

/** A conversation is sent with its history: several turns in one body. */
function cutTurns(text: string, size: number, shape: (typeof SHAPES)[number]): Message[] {
  if (shape !== 'conversation') return [{ role: 'user', content: text }]
  const turns = 5
  const length = Math.ceil(size / turns)
  return Array.from({ length: turns }, (_, turn) => ({
    role: turn % 2 === 0 ? 'user' : 'assistant',
    content: text.slice(turn * length, (turn + 1) * length),
  }))
}
