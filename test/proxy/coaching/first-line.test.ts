import test from 'ava'
import { FirstLine, type LineOutcome } from '../../../proxy/coaching/first-line.ts'

/** What becomes of an answer that comes in these values. */
function told(values: readonly object[]) {
  let outcome: LineOutcome | undefined
  const line = new FirstLine({ line: 'Mind.', mayTell: () => true, onSettled: (settled) => (outcome = settled) })
  const changed = values.map((value) => line.changed(JSON.stringify(value)) !== undefined)
  line.end()
  return { outcome, changed }
}

const chatGpt = (message: object, parts: readonly unknown[] = ['Lima.']) => ({
  v: { message: { author: { role: 'assistant' }, content: { content_type: 'text', parts }, ...message } },
})
const item = (content: object, more: readonly object[] = []) => ({
  object: 'response',
  output: [
    ...more,
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Lima.', ...content }] },
  ],
})

const NOT_FOR_A_PERSON: Readonly<Record<string, readonly object[]>> = {
  'OpenAI, a tool': [{ choices: [{ message: { content: 'I look.', tool_calls: [{ id: '1' }] } }] }],
  'OpenAI, a function': [{ choices: [{ message: { content: 'I look.', function_call: { name: 'f' } } }] }],
  'OpenAI, speech': [{ choices: [{ message: { content: 'Lima.', audio: { data: '' } } }] }],
  'OpenAI’s responses, a tool': [item({}, [{ type: 'function_call', name: 'f' }])],
  'OpenAI’s responses, citations by position': [item({ annotations: [{ start_index: 0 }] })],
  'Anthropic, a tool': [
    { type: 'content_block_start', content_block: { type: 'tool_use', name: 'f' } },
    { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Lima.' } },
  ],
  'Anthropic, a tool behind a text': [
    { type: 'message', content: [{ type: 'text', text: 'Li' }, { type: 'tool_use' }] },
  ],
  'Gemini, a function': [{ candidates: [{ content: { parts: [{ text: 'I look.' }, { functionCall: {} }] } }] }],
  'Gemini, code': [{ candidates: [{ content: { parts: [{ text: 'I look.' }, { executableCode: {} }] } }] }],
  'Ollama, a tool': [{ done: true, message: { content: 'I look.', tool_calls: [{}] } }],
  'Cohere, a plan for tools': [
    { type: 'tool-plan-delta' },
    { type: 'content-delta', delta: { message: { content: { text: 'Lima.' } } } },
  ],
}

for (const [name, values] of Object.entries(NOT_FOR_A_PERSON)) {
  test(`a program reads it, and no later value has a line: ${name}`, (t) => {
    t.deepEqual(told(values), { outcome: 'unchanged', changed: values.map(() => false) })
  })
}

const NOT_YET_SAID: Readonly<Record<string, readonly [before: object, said: object]>> = {
  'ChatGPT to a tool': [chatGpt({ recipient: 'python' }), chatGpt({ recipient: 'all' })],
  'ChatGPT thinks': [chatGpt({ channel: 'analysis' }), chatGpt({ channel: 'final' })],
  'ChatGPT begins': [chatGpt({}, ['']), { p: '/message/content/parts/0', o: 'append', v: 'Lima.' }],
  'Qwen thinks': [
    { choices: [{ delta: { content: 'Peru?', phase: 'think' } }] },
    { choices: [{ delta: { content: 'Lima.', phase: 'answer' } }] },
  ],
  'Gemini thinks': [
    { candidates: [{ content: { parts: [{ text: 'Peru?', thought: true }] } }] },
    { candidates: [{ content: { parts: [{ text: 'Lima.' }] } }] },
  ],
  'Grok thinks': [
    { result: { response: { token: 'Peru?', isThinking: true } } },
    { result: { response: { token: 'Lima.' } } },
  ],
}

for (const [name, values] of Object.entries(NOT_YET_SAID)) {
  test(`the line waits for what is said to the person: ${name}`, (t) => {
    t.deepEqual(told(values), { outcome: 'added', changed: [false, true] })
  })
}

test('of OpenAI’s responses every event that repeats the text has the line too, and those of other texts do not', (t) => {
  const at = { output_index: 1, content_index: 0 }
  const part = { type: 'output_text', text: 'Lima.' }
  const events: readonly (readonly [event: object, isChanged: boolean])[] = [
    [{ type: 'response.output_text.delta', delta: 'Lima.', ...at }, true],
    [{ type: 'response.output_text.done', text: 'Lima.', ...at }, true],
    [{ type: 'response.output_text.done', text: 'Quito.', output_index: 2, content_index: 0 }, false],
    [{ type: 'response.content_part.done', part, ...at }, true],
    [{ type: 'response.output_item.done', output_index: 1, item: { content: [part] } }, true],
    [{ type: 'response.completed', response: { output: [{}, { content: [part] }] } }, true],
  ]
  const { outcome, changed } = told(events.map(([event]) => event))
  t.is(outcome, 'added')
  t.deepEqual(
    changed,
    events.map(([, isChanged]) => isChanged),
  )
})
