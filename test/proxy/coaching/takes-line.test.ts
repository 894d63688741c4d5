import test from 'ava'
import { takesLine } from '../../../proxy/coaching/takes-line.ts'
import type { JsonObject } from '../../../proxy/platforms/json-value.ts'

const messages = [{ role: 'user', content: 'What is the capital of Peru?' }]
const contents = [{ role: 'user', parts: [{ text: 'What is the capital of Peru?' }] }]

function takes(body: JsonObject, { id = 'chat_completions', headers = {} } = {}): boolean {
  const operation = { id, isForPeople: true as const }
  return takesLine({ id: 'openai_api' }, operation, { headers }, Buffer.from(JSON.stringify(body)))
}

const CHATS: Readonly<Record<string, JsonObject>> = {
  'the least': { model: 'm', messages },
  'Open WebUI': {
    ...{ stream: true, model: 'm', messages, stream_options: { include_usage: true }, temperature: 0.8, top_p: 0.9 },
    ...{ max_tokens: 4096, seed: 1, frequency_penalty: 0, presence_penalty: 0, reasoning_effort: 'low', min_p: 0.1 },
  },
  'Open WebUI to Ollama': {
    ...{ model: 'm', messages, stream: true, keep_alive: '5m', think: true, format: '' },
    options: { num_ctx: 8192, num_predict: 512, temperature: 1, mirostat: 0, repeat_last_n: 64, num_gpu: 1 },
  },
  'LibreChat to OpenAI': {
    ...{ model: 'm', messages, user: 'u', stream: true, stream_options: { include_usage: true }, n: 1 },
    ...{ temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0, stop: [], modalities: ['text'] },
  },
  'LibreChat to Anthropic': {
    ...{ model: 'm', max_tokens: 8192, messages, system: [{ type: 'text', text: 'Be kind.' }], stream: true },
    ...{
      thinking: { type: 'enabled', budget_tokens: 2000 },
      metadata: { user_id: 'u' },
      top_k: 40,
      stop_sequences: [],
    },
  },
  'LibreChat to Google': {
    ...{ contents, safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }] },
    systemInstruction: { role: 'system', parts: [{ text: 'Be kind.' }] },
    generationConfig: {
      ...{ temperature: 1, topP: 0.9, topK: 40, maxOutputTokens: 8192, candidateCount: 1 },
      ...{ responseMimeType: 'text/plain', responseModalities: ['TEXT'], thinkingConfig: { includeThoughts: true } },
    },
  },
  'OpenAI’s responses': {
    ...{ model: 'm', input: messages, instructions: 'Be kind.', store: false, stream: true, truncation: 'auto' },
    ...{ reasoning: { effort: 'low', summary: 'auto' }, text: { format: { type: 'text' }, verbosity: 'low' } },
    ...{ include: ['reasoning.encrypted_content'], tools: [], tool_choice: 'auto', parallel_tool_calls: true },
    ...{ background: false, prompt_cache_key: 'k', previous_response_id: null, service_tier: 'auto' },
  },
  'a package that sends all that it knows': {
    ...{ model: 'm', messages, tools: [], tool_choice: null, response_format: { type: 'text' }, logprobs: false },
    ...{ logit_bias: {}, stop: null, echo: false, top_logprobs: null, safe_prompt: false, random_seed: null },
  },
  'a gateway that switches thinking off': { model: 'm', messages, chat_template_kwargs: { enable_thinking: false } },
}

for (const [name, body] of Object.entries(CHATS)) {
  test(`an ordinary chat: ${name}`, (t) => {
    t.true(takes(body))
  })
}

/** With these the answer is read by a program, in one service or another. */
const FORMS: readonly JsonObject[] = [
  ...[
    { response_format: { type: 'json_object' } },
    { responseFormat: { type: 'json_schema' } },
    { Response_Format: {} },
  ],
  ...[{ response_format: { json_schema: {} } }, { response_format: {} }, { Format: 'json' }, { format: 'json' }],
  ...[{ format: { type: 'object' } }, { format: {} }, { output_format: { type: 'json_schema' } }],
  ...[{ output_config: { format: { type: 'json_schema' } } }, { text: { format: { type: 'grammar' } } }],
  ...[{ grammar: 'root ::= "a"' }, { json_schema: {} }, { schema: {} }, { structured_outputs: { choice: ['a'] } }],
  ...['guided_json', 'guided_regex', 'guided_choice', 'guided_grammar', 'guided_whitespace_pattern'].map((name) => ({
    [name]: 'a',
  })),
  ...[{ guided_decoding_backend: 'outlines' }, { regex: '[ab]' }, { ebnf: 'root ::= "a"' }, { json: {} }],
  ...[{ structural_tag: {} }, { nvext: { guided_json: {} } }, { extra_body: { guided_json: {} } }],
  ...[{ options: { grammar: 'root ::= "a"' } }, { options: { stop: ['Observation:'] } }, { template: '{{ .Prompt }}' }],
  ...[{ chat_template: 'a' }, { chat_template_kwargs: { add_generation_prompt: false } }, { raw: true }],
  ...[{ continue_final_message: true }, { add_generation_prompt: false }, { echo: true }, { suffix: '}' }],
  ...[{ n: 2 }, { n: '2' }, { best_of: 4 }, { num_return_sequences: 2 }, { logprobs: true }, { logprobs: 0 }],
  ...[{ top_logprobs: 2 }, { prompt_logprobs: 1 }, { n_probs: 3 }, { return_tokens_as_token_ids: true }],
  ...[{ modalities: ['text', 'audio'] }, { modalities: [{ toString: 1 }] }, { audio: { voice: 'alloy' } }],
  ...[{ logit_bias: { 9642: 100 } }, { responseModalities: [null] }],
  ...[{ stop: ['\n'] }, { stop_sequences: ['\n'] }, { prediction: { type: 'content', content: 'a' } }],
  ...[{ tools: [{ type: 'function' }] }, { functions: [{ name: 'f' }] }, { tool_choice: 'required' }],
  ...[{ function_call: { name: 'f' } }, { mcp_servers: [{ name: 'm' }] }, { web_search_options: {} }],
  ...[{ documents: [{ id: '1' }] }, { data_sources: [{ type: 'azure_search' }] }, { background: true }],
  ...[{ include: ['message.output_text.logprobs'] }, { prompt: { id: 'template' } }, { plugins: [{ id: 'web' }] }],
  ...[{ generationConfig: { responseMimeType: 'application/json' } }, { generation_config: { response_schema: {} } }],
  ...[{ generationConfig: { response_mime_type: 'text/x.enum' } }, { generationConfig: { candidateCount: 2 } }],
  ...[{ generationConfig: { responseModalities: ['AUDIO'] } }, { generationConfig: { stopSequences: ['\n'] } }],
  ...[{ generationConfig: { speechConfig: {} } }, { generationConfig: { responseLogprobs: true } }],
  ...[{ cachedContent: 'cachedContents/with-tools' }, { cached_content: 'cachedContents/with-tools' }],
  ...[{ a_name_that_nobody_knows: 1 }, { max_tokens: 8 }, { generationConfig: { maxOutputTokens: 8 } }],
]

for (const more of FORMS) {
  test(`an answer for a program: ${JSON.stringify(more)}`, (t) => {
    t.false(takes({ model: 'm', messages, ...more }))
  })
}

test('a client that wants its request unchanged gets its answer unchanged', (t) => {
  t.false(takes({ model: 'm', messages }, { headers: { 'cache-control': 'max-age=0, no-transform' } }))
  t.true(takes({ model: 'm', messages }, { headers: { 'cache-control': 'no-cache' } }))
})

test('an answer that goes on with what its client began is none', (t) => {
  const begun = { role: 'assistant', content: '{' }
  t.false(takes({ model: 'm', messages: [...messages, begun] }))
  t.false(takes({ model: 'm', input: [...messages, begun] }))
})

test('in Ollama’s generate the prompt is what the person said', (t) => {
  t.true(takes({ model: 'm', prompt: 'Hello', system: 'Be kind.', raw: false }, { id: 'ollama_generate' }))
  t.false(takes({ model: 'm', prompt: 'Hello', suffix: '}' }, { id: 'ollama_generate' }))
})

test('neither a service that signs bodies nor a request that takes long to read has a line', (t) => {
  const operation = { id: 'chat_completions', isForPeople: true as const }
  const takesBody = (signsBodies: boolean, content: string) => {
    const bytes = Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }))
    return takesLine({ id: 'openai_api', ...(signsBodies && { signsBodies }) }, operation, { headers: {} }, bytes)
  }
  t.true(takesBody(false, 'Hello'))
  t.false(takesBody(true, 'Hello'))
  t.true(takesBody(false, 'Hello'.repeat(200_000)))
  t.false(takesBody(false, 'Hello'.repeat(210_000)))
})
