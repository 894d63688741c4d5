import { isArray, isObject, type JsonObject } from '../platforms/json-value.ts'

/**
 * What chats send with a message, under the names of all APIs whose answers may begin with a line (API references; Open WebUI, LibreChat and the
 * vendors' packages, 2026). None of it gives the answer a form. Gateways have names of their own for that, and new ones come: a name
 * that is not here may be one of them.
 */
const ORDINARY: ReadonlySet<string> = new Set([
  // Who says what to whom.
  ...['model', 'messages', 'input', 'contents', 'system', 'instructions', 'systemInstruction', 'system_instruction'],
  // Not a Gemini cache (cachedContent): tools and their configuration are in it, and may not be in the request beside it.
  ...['conversation', 'previous_response_id', 'images', 'context', 'truncation'],
  // How it comes, on whose account, and where from.
  ...['stream', 'stream_options', 'store', 'keep_alive', 'user', 'metadata', 'labels', 'safety_identifier'],
  ...['prompt_cache_key', 'prompt_cache_retention', 'cache_control', 'service_tier', 'anthropic_version'],
  ...['provider', 'models', 'route', 'transforms', 'usage'],
  // How it is drawn.
  ...['temperature', 'top_p', 'topP', 'p', 'top_k', 'topK', 'k', 'min_p', 'top_a', 'typical_p', 'tfs_z'],
  ...['seed', 'random_seed', 'presence_penalty', 'presencePenalty', 'frequency_penalty', 'frequencyPenalty'],
  ...['repetition_penalty', 'repeat_penalty', 'repeat_last_n', 'penalize_newline'],
  ...['mirostat', 'mirostat_eta', 'mirostat_tau'],
  // How long it may be, and how much thought goes into it.
  ...['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxOutputTokens', 'num_predict', 'num_ctx'],
  ...['reasoning', 'reasoning_effort', 'include_reasoning', 'effort', 'verbosity', 'think', 'thinking'],
  ...['enable_thinking', 'thinking_budget', 'thinkingConfig', 'thinking_config', 'mediaResolution', 'media_resolution'],
  // What must not be said.
  ...['safetySettings', 'safety_settings', 'safe_prompt', 'safety_mode'],
  // Of tools, without which it says nothing.
  'parallel_tool_calls',
  // What a machine of one's own runs Ollama with.
  ...['num_keep', 'num_batch', 'num_gpu', 'num_thread', 'main_gpu', 'low_vram', 'numa', 'f16_kv'],
  ...['use_mmap', 'use_mlock', 'vocab_only'],
])

/** Objects whose members are settings of the same names. */
export const SETTINGS: readonly string[] = [
  ...['generationConfig', 'generation_config', 'text', 'output_config', 'options', 'chat_template_kwargs'],
]

type Test = (value: unknown) => boolean

const isFalse: Test = (value) => value === false
const isOne: Test = (value) => value === 1
const isEmpty: Test = (value) => isObject(value) && Object.keys(value).length === 0
const isNoTool: Test = (value) => value === 'none' || value === 'auto'
const isText: Test = (value) => (isObject(value) ? value.type === 'text' : value === 'text')
const isTextAlone: Test = (value) =>
  isArray(value) && value.every((one) => typeof one === 'string' && /^text$/i.test(one))
/** In OpenAI's responses: what else is to be told, which may be log probabilities. */
const isSilent: Test = (value) => isArray(value) && value.every((one) => one === 'reasoning.encrypted_content')

/** With these values, what could give the answer a form gives it none. Some packages send them always. */
const HARMLESS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ...named(isText, 'response_format', 'responseFormat', 'format', 'output_format', 'outputFormat'),
  ...named((value) => value === 'text/plain', 'responseMimeType', 'response_mime_type'),
  ...named(isTextAlone, 'modalities', 'responseModalities', 'response_modalities'),
  // Alternatives are chosen from, or voted on, by a program.
  ...named(isOne, 'n', 'best_of', 'num_generations', 'candidateCount', 'candidate_count'),
  ...named(isFalse, 'logprobs', 'responseLogprobs', 'response_logprobs', 'echo', 'raw', 'background'),
  ...named((value) => value === 0, 'top_logprobs'),
  ...named(isNoTool, 'tool_choice', 'function_call'),
  ...named(isEmpty, 'logit_bias', 'logitBias'),
  ...named(isSilent, 'include'),
])

function named(test: Test, ...names: readonly string[]): [name: string, test: Test][] {
  return names.map((name) => [name, test])
}

/**
 * Whether all that a request says is what ordinary chats say.
 * @param more names that are ordinary in this one
 */
export function isOrdinaryChat(body: JsonObject, more: readonly string[] = []): boolean {
  return Object.entries(body).every(([name, value]) => {
    if (SETTINGS.includes(name) && isObject(value)) return Object.entries(value).every(isOrdinary)
    return isOrdinary([name, value]) || more.includes(name)
  })
}

function isOrdinary([name, value]: readonly [name: string, value: unknown]): boolean {
  if (value === null || value === '' || (isArray(value) && value.length === 0)) return true
  return ORDINARY.has(name) || HARMLESS.get(name)?.(value) === true
}
