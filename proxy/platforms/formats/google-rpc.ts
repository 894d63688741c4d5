import { parseJson } from '../../body/json.ts'
import { PartCollector } from '../collect.ts'
import { isArray } from '../json-value.ts'
import { stringOf } from '../operation.ts'
import type { ParsedBody, Prompt } from '../platform.ts'

/** What Google's web apps prove their session with, in every form: `AIxQnz...:1763712000000`. */
const SESSION_PROOF = /^[\w-]{10,100}:\d{13}$/

/**
 * A request of Gemini's chat: the form's field `f.req` holds `[null, "<JSON>"]`, and that JSON begins with
 * `[prompt, ..., files]` and has the ids of the conversation in third place.
 */
export function readStreamGenerate(body: ParsedBody): Prompt | undefined {
  return readForm(body, (parts, outer) => {
    const inner = isArray(outer) ? embedded(parts, outer[1]) : undefined
    if (!isArray(inner) || !isArray(inner[0])) {
      parts.leaves('user', outer)
      return {}
    }
    const [[text, ...beside], ...rest] = inner as [unknown[], ...unknown[]]
    parts.leaves('user', text)
    parts.leaves('definition', beside)
    parts.leaves('definition', rest)
    const [, , ids] = inner
    return { conversation: isArray(ids) ? stringOf(ids[0]) : undefined, stream: true }
  })
}

/**
 * Any other call: `f.req` holds `[[[name, "<JSON>", null, "generic"], ...]]`. Names and shapes change with each build of the app, and few
 * of these calls hold a text of a person, so that all strings are read beside the conversation.
 */
export function readBatchExecute(body: ParsedBody): Prompt | undefined {
  return readForm(body, (parts, outer) => {
    for (const calls of isArray(outer) ? outer : [outer]) {
      for (const call of isArray(calls) ? calls : [calls]) {
        const [name, input, ...rest] = isArray(call) ? call : [undefined, call]
        parts.leaves('definition', name)
        parts.leaves('definition', embedded(parts, input) ?? input)
        parts.leaves('definition', rest)
      }
    }
    return {}
  })
}

type ReadRequest = (parts: PartCollector, request: unknown) => Pick<Prompt, 'conversation' | 'stream'>

function readForm(body: ParsedBody, read: ReadRequest): Prompt | undefined {
  if (body.kind !== 'form') return undefined
  const parts = new PartCollector()
  let details: ReturnType<ReadRequest> = {}
  for (const [name, text] of body.fields) {
    parts.name(name)
    if (name === 'f.req') details = read(parts, embedded(parts, text) ?? text)
    else if (name !== 'at' || !SESSION_PROOF.test(text)) parts.text('definition', text)
  }
  return { ...details, parts: parts.parts(), unread: parts.unread(), interactionType: 'prompt' }
}

/** JSON in a string; undefined if it is none. */
function embedded(parts: PartCollector, text: unknown): unknown {
  const parsed = typeof text === 'string' ? parseJson(text) : undefined
  if (parsed !== undefined) parts.leaves('definition', parsed.hidden)
  return parsed?.value
}

/** An answer as the chat streams it: each piece stands behind its length in UTF-16 units, line breaks around it included. */
export function streamGenerateAnswer(text: string, conversation: string, id: string): string {
  const content = [null, [conversation, `r_${id}`], null, null, [[`rc_${id}`, [text]]]]
  const pieces = [[['wrb.fr', null, JSON.stringify(content)]], [['e', 4, null, null, 0]]]
  const frames = pieces.map((piece) => {
    const json = JSON.stringify(piece)
    return `${json.length + 2}\n${json}\n`
  })
  return `)]}'\n\n${frames.join('')}`
}
