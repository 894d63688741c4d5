import test from 'ava'
import { inspectPrompt } from '../../../core/inspect/prompt.ts'
import { readRequest } from '../../support/read-request.ts'

const CHAT = 'https://api.openai.com/v1/chat/completions'
const KEY = 'sk-proj-Zr8Kq2Lx9Vw4Nt6Bm1Hd3Jf5Gs7Pa0YcT3BlbkFJr8Kq2Lx9Vw4Nt6Bm1Hd3'
const CARD = '4111111111111111'
const user = { role: 'user', content: 'hello' }

function typesIn(url: string, body: unknown): readonly string[] {
  const { prompt, parsed } = readRequest(url, body)
  t0(parsed.malformed)
  return inspectPrompt(prompt.parts).findingTypes
}

function t0(malformed: boolean): void {
  if (malformed) throw new Error('the body is malformed')
}

const FOUND: readonly (readonly [what: string, body: unknown, type: string])[] = [
  ['a name of a field', { messages: [user], metadata: { 'jane.roe@example.com': 1 } }, 'EMAIL'],
  ['a key as the name of a field', { messages: [user], metadata: { AKIAIOSFODNN7EXAMPLQ: 1 } }, 'API_KEY'],
  [
    'a name in a tool’s schema',
    { messages: [user], tools: [{ function: { parameters: { [CARD]: {} } } }] },
    'CREDIT_CARD',
  ],
  ['an id', { messages: [{ ...user, id: KEY }] }, 'API_KEY'],
  [
    'a tool_call_id',
    { messages: [{ role: 'tool', tool_call_id: `4111-1111-1111-1111`, content: 'x' }] },
    'CREDIT_CARD',
  ],
  [
    'an id with a known prefix',
    {
      messages: [
        { ...user, id: `call_${CARD}` },
        { ...user, id: `call-${CARD}` },
      ],
    },
    'CREDIT_CARD',
  ],
  ...(
    [
      ['ssn-536-22-8726', 'SSN'],
      ['nir-1850575123456', 'NIR'],
      ['tel-0612345678', 'PHONE'],
      ['call_0612345678', 'PHONE'],
      ['call_NL91ABNA0417164300', 'IBAN'],
      ['file-AKIAIOSFODNN7EXAMPLQ', 'API_KEY'],
      ['msg_AKIAIOSFODNN7EXAMPLQ', 'API_KEY'],
      ['req_ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'API_KEY'],
    ] as const
  ).map(
    ([id, type]) => [`the id ${id}`, { messages: [{ role: 'tool', tool_call_id: id, content: 'x' }] }, type] as const,
  ),
  ['a finish_reason', { messages: [{ ...user, finish_reason: 'jane.roe@example.com' }] }, 'EMAIL'],
  [
    'a number beyond 2^53',
    `{"messages":[{"role":"user","content":"hello"}],"cardNumber":6304219447607087665}`,
    'CREDIT_CARD',
  ],
  ['a number with the name of what it is', { messages: [user], metadata: { ssn: 536904399 } }, 'SSN'],
  ['one in camel case', { messages: [user], metadata: { phoneNumber: 612345678 } }, 'PHONE'],
  ['one in a list', { messages: [user], metadata: { phones: [612345678] } }, 'PHONE'],
  ['one named by what is around it', { messages: [user], metadata: { phone: { value: 612345678 } } }, 'PHONE'],
  ['one named beside it', { messages: [user], metadata: { type: 'ssn', value: 536904399 } }, 'SSN'],
]

for (const [what, body, type] of FOUND) {
  test(`${what} is inspected`, (t) => {
    t.true(typesIn(CHAT, body).includes(type), JSON.stringify(typesIn(CHAT, body)))
  })
}

const ID = '3f2b8a90-1c1d-4e2f-8a3b-4c5d6e7f8091'
const call = {
  id: 'call_8a7b6c5d4e3f2a1bXyZ12345',
  type: 'function',
  function: { name: 'get_weather', arguments: '{"city":"Paris"}' },
}
/** Requests as clients of each platform send them. */
const ORDINARY: readonly (readonly [url: string, body: unknown])[] = [
  [
    CHAT,
    {
      model: 'gpt-5.1-2026-11-13',
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'What is the weather?' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: call.id, content: '{"temperature":21,"updated_at":1763712000}' },
      ],
      temperature: 0.7,
      seed: 1763712000123,
      max_completion_tokens: 4096,
      prompt_cache_key: ID,
      metadata: { request_id: ID, created: 1763712000, build: '20261122.1', trace: '4bf92f3577b34da6a3ce929d0e0e4736' },
    },
  ],
  [
    'https://api.openai.com/v1/responses',
    {
      model: 'gpt-5',
      input: [
        {
          type: 'message',
          id: 'msg_68a1b2c3d4e5f60718293a4b5c6d7e8f',
          role: 'user',
          content: [{ type: 'input_text', text: 'Hi' }],
        },
        {
          type: 'reasoning',
          id: 'rs_68a1b2c3d4e5f60718293a4b5c6d7e8f',
          summary: [],
          encrypted_content: 'gAAAAABm'.repeat(30),
        },
        {
          type: 'function_call',
          id: 'fc_68a1b2c3d4e5f607',
          call_id: 'call_abcDEF123ghiJKL456',
          name: 'f',
          arguments: '{}',
        },
        { type: 'function_call_output', call_id: 'call_abcDEF123ghiJKL456', output: 'ok' },
      ],
      previous_response_id: 'resp_68a1b2c3d4e5f60718293a4b5c6d7e8f',
    },
  ],
  [
    'https://api.anthropic.com/v1/messages',
    {
      model: 'claude-sonnet-4-5-20250929',
      max_tokens: 32000,
      metadata: { user_id: `user_1f0a9b2c3d4e5f60718293a4b5c6d7e8f_account_${ID}_session_${ID}` },
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }] },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'toolu_01A09q90qw90lq917835lq9', name: 'Read', input: { limit: 2000 } }],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'toolu_01A09q90qw90lq917835lq9', content: 'ok' }],
        },
      ],
    },
  ],
  [
    'https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:generateContent?key=AIzaSyD-0123456789012345678901234567890',
    {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: {
        temperature: 1,
        maxOutputTokens: 65536,
        seed: 1763712000,
        thinkingConfig: { thinkingBudget: 24576 },
      },
      cachedContent: 'cachedContents/8z1y2x3w4v5u',
    },
  ],
  [
    'https://chatgpt.com/backend-api/f/conversation',
    {
      action: 'next',
      messages: [
        {
          id: ID,
          author: { role: 'user' },
          create_time: 1763712000.123,
          content: { content_type: 'text', parts: ['Hi'] },
          metadata: { serialization_metadata: { custom_symbol_offsets: [] } },
        },
      ],
      conversation_id: ID,
      parent_message_id: ID,
      model: 'auto',
      timezone_offset_min: -60,
      timezone: 'Europe/Paris',
      client_contextual_info: { time_since_loaded: 1234567, page_height: 800, page_width: 1200, screen_height: 1080 },
      websocket_request_id: ID,
    },
  ],
  [
    `https://claude.ai/api/organizations/${ID}/chat_conversations/${ID}/completion`,
    {
      prompt: 'Hi',
      parent_message_uuid: ID,
      timezone: 'Europe/Paris',
      turn_message_uuids: { human_message_uuid: ID, assistant_message_uuid: ID },
      attachments: [{ file_name: 'a.txt', file_size: 1048576, file_type: 'text/plain', extracted_content: 'x' }],
      tools: [{ type: 'web_search_v0', name: 'web_search' }],
      rendering_mode: 'messages',
    },
  ],
]

for (const [url, body] of ORDINARY) {
  test(`nothing is found in an ordinary request to ${new URL(url).host}${new URL(url).pathname.slice(0, 40)}`, (t) => {
    t.deepEqual(typesIn(url, body), [])
  })
}
