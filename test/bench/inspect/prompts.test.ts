import test from 'ava'
import { inspectChat } from '../../../bench/inspect/five-patterns.ts'
import { chatBodies, resentBodies } from '../../../bench/inspect/prompts.ts'

const prompts = (size: number) =>
  chatBodies(size).map((body) => {
    const { messages } = JSON.parse(body.toString()) as { messages: { content: string }[] }
    return messages
      .slice(1)
      .map(({ content }) => content)
      .join('')
  })

for (const size of [2_000, 50_000]) {
  test(`prompts of ${size} characters are of that length, all different, and the same in every run`, (t) => {
    const list = prompts(size)
    t.true(list.every((prompt) => prompt.length === size))
    t.is(new Set(list).size, list.length)
    t.deepEqual(prompts(size), list)
  })

  test(`every eighth prompt of ${size} characters holds a value that the five patterns find`, (t) => {
    const found = chatBodies(size).map((body) => inspectChat(body).findings > 0)
    t.deepEqual(
      found,
      found.map((_, number) => number % 8 === 0),
    )
  })
}

test('of a conversation all but the last message was sent before', (t) => {
  const next = resentBodies(50_000, 48_000)
  const bodies = Array.from({ length: 64 }, () => {
    const { messages } = JSON.parse(next().toString()) as { messages: { content: string }[] }
    return messages.slice(1).map(({ content }) => content)
  })
  const lengthOf = (messages: readonly string[]) => messages.join('').length
  t.true(bodies.every((messages) => lengthOf(messages) === 50_000))
  t.true(bodies.every((messages) => lengthOf(messages.slice(0, -1)) === 48_000))
  t.is(new Set(bodies.map((messages) => messages.slice(0, -1).join('\n'))).size, 16)
  t.is(new Set(bodies.map((messages) => messages.at(-1))).size, bodies.length)
})

test('a passage is hardly ever met twice: repeated text would measure the branch predictor', (t) => {
  const lines = prompts(2_000).flatMap((prompt) => prompt.split('\n').filter((line) => line.length > 60))
  t.true(new Set(lines).size > 10_000)
})

function chat(content: string): Buffer {
  return Buffer.from(JSON.stringify({ messages: [{ role: 'user', content }] }))
}

for (const [kind, value] of [
  ['an e-mail address', 'jean.dupont@example.com'],
  ['a phone number', '06 12 34 56 78'],
  ['an IBAN', 'FR76 3000 6000 0112 3456 7890 189'],
  ['a card number', '4111-1111-1111-1111'],
  ['an NIR', '1 85 05 78 006 084 91'],
] as const) {
  test(`the peers' patterns find ${kind}`, (t) => {
    t.true(inspectChat(chat(`before ${value} after`)).findings >= 1)
  })
}

test('the peers hash the prompt', (t) => {
  t.is(inspectChat(chat('abc')).hash, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
