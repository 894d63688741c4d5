import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { ACTIONS } from '../../console/src/features/audit-log/actions.ts'
import { EventType } from '../../core/model/event.ts'

const CONSOLE = join(import.meta.dirname, '../../console')
const read = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(CONSOLE, `messages/${language}.json`), 'utf8'))
const english = read('en')
const french = read('fr')

/** The names of an ICU message's arguments, in whichever branch. */
function argumentsOf(message: string): Set<string> {
  const names = new Set<string>()
  let at = 0
  const text = () => {
    for (; at < message.length && message[at] !== '}'; at += 1) {
      // A brace in quotes is a brace.
      if (message.startsWith("'{'", at) || message.startsWith("'}'", at)) at += 2
      else if (message[at] === '{') argument()
    }
  }
  const argument = () => {
    const [head = '', name = '', type] = /^\{(\w+)(?:, (plural|select),)?/.exec(message.slice(at)) ?? []
    names.add(name)
    at += head.length
    if (type === undefined) return
    while (message[at] !== '}') {
      at = message.indexOf('{', at) + 1
      text()
      at = message.indexOf('}', at) + 1
    }
  }
  text()
  return names
}

test('both languages have the same messages', (t) => {
  t.deepEqual(Object.keys(french).sort(), Object.keys(english).sort())
})

test('each message takes in French what it takes in English', (t) => {
  for (const [id, message] of Object.entries(english)) {
    // A language may say less about what it is given than another.
    const given = argumentsOf(message)
    const unknown = [...argumentsOf(french[id] ?? '')].filter((name) => !given.has(name))
    t.deepEqual(unknown, [], id)
  }
})

test('French plurals have the class of a million, and every message its own signs', (t) => {
  for (const [id, message] of Object.entries(french)) {
    if (message.includes(', plural,')) t.regex(message, /other \{/, id)
    const plurals = message.split(', plural,').length - 1
    const many = message.split(/ many \{/).length - 1
    t.is(many, plurals, `${id}: ${message}`)
    t.notRegex(message, /(?<!\\d|\}|\{)'(?![{}])/, `${id} has a straight apostrophe`)
    t.notRegex(message, / [;!?»]|« | :/, `${id} has a space that may break`)
  }
  for (const [id, message] of Object.entries(english)) t.notRegex(message, /\b(?:please|oops|successfully)\b|!$/i, id)
})

test('the form of a policy says of warnings what docs/clients.md does: web chats show them, programs do not', (t) => {
  const clients = readFileSync(join(CONSOLE, '../docs/clients.md'), 'utf8')
  t.regex(clients, /\| web chats in a browser \| the \[banner\]\([^)]*\), if the page allows it \|/)
  t.regex(clients, /\| Claude Code, [^|]* \| nothing: /)
  t.regex(english['does-help.coach'] ?? '', /Web chats show .* if the page allows it; programs show none\./)
  t.regex(
    french['does-help.coach'] ?? '',
    /chats web affichent .* si la page le permet\u{202f}; les programmes n’en affichent pas\./u,
  )
})

test('every message that the code names is one', (t) => {
  const files = readdirSync(join(CONSOLE, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  )
  const used = new Set<string>()
  const prefixes = new Set<string>()
  for (const file of files) {
    const text = readFileSync(join(CONSOLE, 'src', file), 'utf8')
    for (const [, id = ''] of text.matchAll(/'([a-z_-]+\.[\w.-]+)'/g)) used.add(id)
    for (const [, prefix = ''] of text.matchAll(/`([a-z_-]+(?:\.[a-z-]+)?\.)\$\{/g)) prefixes.add(prefix)
    for (const [, name = ''] of text.matchAll(/tMaybe\(`\$\{(\w+)\}/g)) prefixes.add(name)
  }
  // Made of a name in a variable: the values of a filter.
  for (const name of ['inspection.', 'source.', 'direction.', 'interaction_type.']) prefixes.add(name)
  const unused = Object.keys(english).filter(
    (id) => !used.has(id) && ![...prefixes].some((prefix) => id.startsWith(prefix)),
  )
  t.deepEqual(unused, [])
})

test('every action that the audit log records is told in a sentence', (t) => {
  const api = join(CONSOLE, '../api')
  const files = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  const text = files.map((file) => readFileSync(join(api, file), 'utf8')).join('\n')
  // What an entry is made of: `action: 'user.invited'`, or a function that takes the action first.
  const made = /(?:action: |audit\w*\(|(?:audited|auditedPolicy|auditedDetector|auditedUser)\()'([a-z_]+\.[a-z_]+)'/g
  const actions = new Set([...text.matchAll(made)].map(([, action = '']) => action))
  t.true(actions.size > 20, [...actions].join())
  t.deepEqual(
    [...actions].filter((action) => !(`audited.${action}` in english)),
    [],
  )
})

test('every action of the audit log can be chosen, and is named in both languages', (t) => {
  const API = join(import.meta.dirname, '../../api')
  const written = new Set<string>()
  const AREAS = 'auth|policy|user|interaction|alert|detector|webhook|service_token|service_switch|exception|legal_hold'
  const LITERAL = new RegExp(
    `'((?:${AREAS}|scim_group|inventory|settings|keys|export|database|proxy_token|tenant)\\.[a-z_]+)'`,
    'g',
  )
  for (const file of readdirSync(API, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    for (const [, name = ''] of readFileSync(join(API, file), 'utf8').matchAll(LITERAL)) written.add(name)
  }
  const events: readonly string[] = EventType.options
  const actions: readonly string[] = ACTIONS
  t.deepEqual(
    [...written].filter((name) => !events.includes(name) && !actions.includes(name)),
    [],
  )
  for (const action of actions) for (const words of [english, french]) t.truthy(words[`audited.${action}`], action)
  t.deepEqual(
    Object.keys(english)
      .filter((id) => id.startsWith('audited.'))
      .sort(),
    actions.map((one) => `audited.${one}`).sort(),
  )
})
