import test from 'ava'
import type { InteractionType } from '../../../core/model/interaction.ts'
import { formData, readRequest } from '../../support/read-request.ts'

const BASE = 'https://claude.ai'
const ORG = '/api/organizations/0d5c3f7e-2222-4333-9d43-6f0f7b1f8c11'
const CHAT = `${ORG}/chat_conversations/c0ffee00-1111-4333-9d43-6f0f7b1f8c11`

test('a completion is what was typed, then what the app read out of attachments', (t) => {
  const { operation, prompt, lines } = readRequest(`${BASE}${CHAT}/completion`, {
    prompt: 'Summarise',
    parent_message_uuid: '00000000-0000-4000-8000-000000000000',
    timezone: 'Europe/Paris',
    model: 'claude-sonnet-4-5',
    personalized_styles: [{ type: 'custom', name: 'Mine', prompt: 'Write like me' }],
    attachments: [{ file_name: 'notes.txt', file_type: 'txt', file_size: 9, extracted_content: 'The notes' }],
    files: ['f1c0ffee-1111-4333-9d43-6f0f7b1f8c11'],
    create_conversation_params: { name: 'A name' },
    sync_sources: [{ config: { uri: 'drive://doc' } }],
  })
  t.is(operation, 'completion')
  t.deepEqual(lines.slice(0, -1), ['user: Summarise', 'user: The notes'])
  const definitions = lines.at(-1) ?? ''
  for (const text of ['Write like me', 'notes.txt', 'A name', 'drive://doc']) t.true(definitions.includes(text), text)
  t.like(prompt, { conversation: 'c0ffee00-1111-4333-9d43-6f0f7b1f8c11', model: 'claude-sonnet-4-5', stream: true })
})

const S = 'Planted text'
const file = formData({ file: ['a.txt', S] })

const ENDPOINTS: readonly (readonly [path: string, operation: string, type: InteractionType, body: unknown])[] = [
  [`${CHAT}/completion`, 'completion', 'prompt', { prompt: S }],
  [`${CHAT}/retry_completion`, 'completion', 'prompt', { prompt: '', attachments: [{ extracted_content: S }] }],
  [`${CHAT}/tool_result`, 'tool_result', 'tool_call', { tool_use_id: 't', content: [{ type: 'text', text: S }] }],
  [`${CHAT}/title`, 'title', 'prompt', { message_content: S }],
  [`${ORG}/conversations/c1/wiggle/upload-file`, 'upload', 'prompt', file],
  [`${ORG}/convert_document`, 'upload', 'prompt', file],
  [`${ORG}/projects/p1/upload`, 'upload', 'prompt', file],
  ['/api/0d5c3f7e/upload', 'upload', 'prompt', file],
  [`${ORG}/projects/p1/docs`, 'project_document', 'prompt', { file_name: 'a.txt', content: S }],
  ['/v1/sessions/s1/events', 'code_session', 'prompt', { events: [{ content: S }] }],
  ['/v1/code/sessions/s1', 'code_session', 'prompt', { content: S }],
  [`${ORG}/unheard/of`, 'generic', 'prompt', { text: S }],
]

for (const [path, operation, type, body] of ENDPOINTS) {
  test(`POST ${path} is read as ${operation}, and its text as a turn`, (t) => {
    const isForm = typeof body === 'object' && body !== null && 'headers' in body
    const form = body as ReturnType<typeof formData>
    const read = isForm
      ? readRequest(`${BASE}${path}`, form.body, { headers: form.headers })
      : readRequest(`${BASE}${path}`, body)
    t.is(read.operation, operation)
    t.is(read.prompt.interactionType, type)
    t.true(
      read.prompt.parts.some(({ role, text }) => role !== 'definition' && text.includes(S)),
      JSON.stringify(read.lines),
    )
  })
}
