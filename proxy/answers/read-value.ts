import { isArray, isObject, type JsonObject } from '../platforms/json-value.ts'
import { readMcpMessage } from './mcp-results.ts'
import type { AnswerSink } from './strands.ts'

/** How deep answers are wrapped up in one another. */
const MAX_WRAPS = 4

/**
 * Reads one JSON value of an answer: a whole answer, or an event of a stream. Vendors copy each other's formats under all kinds of
 * addresses, so they are told by their shape:
 * - OpenAI's chat completions and Responses, and Realtime events; Ollama; Cohere
 * - Anthropic's messages and their events; Bedrock's Converse
 * - Google's generateContent, alone or in a list, and its Live API
 * - the streams of web apps: ChatGPT and DeepSeek (patches), Grok, Copilot, Microsoft 365 Copilot, Perplexity, Gemini, Kimi, Hugging Face
 * - messages of the Model Context Protocol
 * What has none of these shapes is no completion.
 */
export class ValueReader {
  readonly #sink: AnswerSink
  /** Of patches: those without a path go on where the last one was. */
  #path = ''

  constructor(sink: AnswerSink) {
    this.#sink = sink
  }

  read(value: unknown, wraps = 0): void {
    if (isArray(value)) {
      for (const item of value) if (isObject(item)) this.read(item, wraps + 1)
      return
    }
    if (!isObject(value) || wraps > MAX_WRAPS) return
    if (value.jsonrpc === '2.0') readMcpMessage(value, this.#sink)
    else if (isArray(value.choices)) this.#choices(value.choices)
    else if (isArray(value.candidates)) this.#candidates(value.candidates)
    else if (typeof value.type === 'string' && this.#event(value.type, value)) return
    else if (isArray(value.output)) this.#items(value.output)
    else this.#others(value, wraps)
  }

  /** `choices` of OpenAI: in a stream `delta`, otherwise `message`; `text` of the older completions. */
  #choices(choices: readonly unknown[]): void {
    for (const [at, choice] of choices.entries()) {
      if (!isObject(choice)) continue
      const key = String(choice.index ?? at)
      this.#text(key, choice.text)
      this.#message(key, isObject(choice.delta) ? choice.delta : choice.message)
    }
  }

  #message(key: string, message: unknown): void {
    if (!isObject(message)) return
    this.#text(`${key} thinking`, message.reasoning_content ?? message.reasoning)
    this.#content(key, message.content)
    this.#text(key, message.refusal)
    if (isArray(message.tool_calls)) {
      for (const [at, call] of message.tool_calls.entries())
        if (isObject(call)) this.#call(`${key} ${call.index ?? at}`, call)
    }
    if (isObject(message.function_call)) this.#tool(key, message.function_call.arguments)
  }

  #call(key: string, call: JsonObject): void {
    const called = isObject(call.function) ? call.function : isObject(call.custom) ? call.custom : call
    this.#tool(key, called.arguments ?? called.input)
  }

  /** A string, or parts of OpenAI or Anthropic. */
  #content(key: string, content: unknown): void {
    this.#text(key, content)
    for (const [at, part] of (isArray(content) ? content : [content]).entries()) {
      if (!isObject(part)) continue
      const own = `${key} ${at}`
      if (part.type === 'tool_use' || isObject(part.toolUse))
        this.#tool(own, isObject(part.toolUse) ? part.toolUse.input : part.input)
      else {
        this.#text(own, part.text)
        this.#text(own, part.thinking)
        this.#text(own, part.refusal)
        this.#text(own, part.transcript)
      }
    }
  }

  #candidates(candidates: readonly unknown[]): void {
    for (const [at, candidate] of candidates.entries()) {
      if (!isObject(candidate) || !isObject(candidate.content) || !isArray(candidate.content.parts)) continue
      const key = String(candidate.index ?? at)
      for (const part of candidate.content.parts) {
        if (!isObject(part)) continue
        this.#text(part.thought === true ? `${key} thinking` : key, part.text)
        const call = part.functionCall ?? part.function_call
        if (isObject(call)) this.#tool(key, call.args)
        const code = part.executableCode ?? part.executable_code
        if (isObject(code)) this.#tool(key, code.code)
      }
    }
  }

  /** @returns whether it is an event of a kind that is known */
  #event(type: string, event: JsonObject): boolean {
    if (type.startsWith('response.')) return this.#responsesEvent(type.slice('response.'.length), event)
    const key = String(event.index ?? '')
    switch (type) {
      case 'message':
        this.#content('', event.content)
        return true
      case 'content_block_start':
        if (isObject(event.content_block)) this.#text(key, event.content_block.text)
        return true
      case 'content_block_delta':
      case 'content-delta':
        this.#delta(key, event.delta)
        return true
      case 'completion':
        this.#text('', event.completion)
        return true
      case 'text-generation':
        this.#text('', event.text)
        return true
      case 'stream':
        // HuggingChat pads pieces with NUL, so that their length tells nothing.
        if (typeof event.token === 'string') this.#text('', event.token.replaceAll('\0', ''))
        return true
      case 'content':
        this.#text('', event.body)
        return true
      default:
        return false
    }
  }

  #delta(key: string, delta: unknown): void {
    if (!isObject(delta)) return
    this.#text(key, delta.text)
    this.#text(key, delta.thinking)
    this.#tool(key, delta.partial_json)
    if (isObject(delta.toolUse)) this.#tool(key, delta.toolUse.input)
    if (isObject(delta.message))
      this.#content(key, isObject(delta.message.content) ? [delta.message.content] : delta.message.content)
  }

  /** Events of OpenAI's Responses and Realtime APIs; what is `done` was said in pieces before. */
  #responsesEvent(name: string, event: JsonObject): boolean {
    const key = `${event.output_index ?? ''} ${event.content_index ?? event.summary_index ?? ''} ${event.item_id ?? ''}`
    if (name.endsWith('.delta')) {
      if (TOOL_DELTA.test(name)) this.#tool(key, event.delta)
      else if (TEXT_DELTA.test(name)) this.#text(key, event.delta)
    } else if (END.has(name) && this.#sink.isEmpty && isObject(event.response) && isArray(event.response.output)) {
      this.#items(event.response.output)
    }
    return true
  }

  /** Items of the Responses API. */
  #items(items: readonly unknown[]): void {
    for (const [at, item] of items.entries()) {
      if (!isObject(item)) continue
      const key = String(at)
      if (typeof item.type === 'string' && item.type.endsWith('_call')) {
        this.#tool(key, item.arguments ?? item.input ?? item.code ?? item.action)
      } else {
        this.#content(key, item.content)
        this.#content(`${key} thinking`, item.summary)
      }
    }
  }

  #others(value: JsonObject, wraps: number): void {
    if ('v' in value) this.#patch(value)
    else if (isObject(value.serverContent)) this.#live(value.serverContent)
    else if (isObject(value.toolCall)) this.#liveCalls(value.toolCall.functionCalls)
    else if (isObject(value.block) && isObject(value.block.text)) this.#block(value, value.block)
    else if (isArray(value.snapshot)) {
      for (const [key, text] of value.snapshot as readonly (readonly [string, string])[])
        this.#sink.replace('completion', key, text)
    } else if (isArray(value.blocks)) this.#blocks(value.blocks)
    else if (value.target === 'update' && isArray(value.arguments)) this.#updates(value.arguments)
    else if (isObject(value.delta)) this.#delta(String(value.contentBlockIndex ?? ''), value.delta)
    else if (isObject(value.message)) this.#wholeMessage(value.message)
    else if (typeof value.bytes === 'string') this.#embedded(value.bytes, wraps)
    else if (value.event === 'appendText' || typeof value.generated_text === 'string') {
      this.#text('', value.text ?? value.generated_text)
    } else if (typeof value.response === 'string') this.#text('', value.response)
    else if (typeof value.completion === 'string') this.#text('', value.completion)
    else if (typeof value.output_text === 'string') this.#text('', value.output_text)
    else if (typeof value.token === 'string') this.#text('', value.token)
    else if (Object.keys(value).length <= MAX_PLAIN_FIELDS && PLAIN.some((name) => typeof value[name] === 'string')) {
      for (const name of PLAIN) this.#text('', value[name])
    } else {
      // Grok's `result`, Google's `response`, Bedrock's `output`.
      for (const name of WRAPPERS) if (isObject(value[name])) this.read(value[name], wraps + 1)
    }
  }

  /** `message` of Ollama and Cohere is a message of its own; ChatGPT's says all of the text again with each event. */
  #wholeMessage(message: JsonObject): void {
    const { author, content } = message
    if (!isObject(author)) {
      this.#message('', message)
      return
    }
    if (author.role !== 'assistant' || !isObject(content) || !isArray(content.parts)) return
    for (const [at, part] of content.parts.entries()) {
      if (typeof part === 'string') this.#sink.replace('completion', `${message.id} ${at}`, part)
    }
  }

  /** ChatGPT's `delta_encoding` v1, and DeepSeek's: `{p: path, o: operation, v: value}`, or several in `v`. */
  #patch({ p, v }: JsonObject): void {
    if (typeof p === 'string') this.#path = p
    if (isArray(v)) {
      for (const patch of v) {
        if (!isObject(patch)) continue
        if ('v' in patch) this.#patch(patch)
        // DeepSeek opens another fragment with its first words.
        else if (FRAGMENTS_PATH.test(this.#path)) this.#text('', patch.content)
      }
    } else if (typeof v === 'string') {
      if (this.#path === '' || CONTENT_PATH.test(this.#path))
        this.#text(FRAGMENT_PATH.test(this.#path) ? '' : this.#path, v)
    } else if (isObject(v)) {
      if (isObject(v.message)) this.#wholeMessage(v.message)
      else if (isObject(v.response) && isArray(v.response.fragments)) {
        for (const fragment of v.response.fragments) if (isObject(fragment)) this.#text(this.#path, fragment.content)
      }
    }
  }

  /** Of Gemini's Live API: what the model writes, and what it says as text. */
  #live({ modelTurn, outputTranscription: said }: JsonObject): void {
    if (isObject(modelTurn)) this.#candidates([{ content: modelTurn }])
    if (isObject(said)) this.#text('said', said.text)
  }

  #liveCalls(calls: unknown): void {
    for (const [at, call] of (isArray(calls) ? calls : []).entries()) {
      if (isObject(call)) this.#tool(String(call.id ?? at), call.args)
    }
  }

  /** Kimi's: pieces of a block's text, or all of it. */
  #block({ op }: JsonObject, { id, text }: JsonObject): void {
    const content = isObject(text) ? text.content : undefined
    if (typeof content !== 'string') return
    if (op === 'set') this.#sink.replace('completion', String(id ?? ''), content)
    else this.#text(String(id ?? ''), content)
  }

  /** Perplexity's: patches of a text in Markdown, or all of it in pieces. */
  #blocks(blocks: readonly unknown[]): void {
    for (const block of blocks) {
      if (!isObject(block)) continue
      const key = String(block.intended_usage ?? '')
      const { diff_block: diff, markdown_block: markdown } = block
      if (isObject(diff) && diff.field === 'markdown_block' && isArray(diff.patches)) {
        for (const patch of diff.patches) if (isObject(patch)) this.#markdown(key, patch.value)
      } else this.#markdown(key, markdown)
    }
  }

  #markdown(key: string, value: unknown): void {
    this.#text(key, value)
    if (!isObject(value)) return
    if (isArray(value.chunks)) for (const chunk of value.chunks) this.#text(key, chunk)
    else if (typeof value.answer === 'string') this.#sink.replace('completion', key, value.answer)
  }

  /** Microsoft 365 Copilot's, in records of SignalR: pieces, or all of the text again. */
  #updates(updates: readonly unknown[]): void {
    for (const update of updates) {
      if (!isObject(update)) continue
      this.#text('', update.writeAtCursor)
      for (const message of isArray(update.messages) ? update.messages : []) {
        if (!isObject(message) || message.author !== 'bot' || message.messageType !== undefined) continue
        if (typeof message.text === 'string') this.#sink.replace('completion', '', message.text)
      }
    }
  }

  /** A model's own JSON within an event of Bedrock's InvokeModelWithResponseStream. */
  #embedded(base64: string, wraps: number): void {
    try {
      this.read(JSON.parse(Buffer.from(base64, 'base64').toString()), wraps + 1)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }

  #text(key: string, text: unknown): void {
    if (typeof text === 'string') this.#sink.add('completion', key, text)
  }

  #tool(key: string, input: unknown): void {
    if (typeof input === 'string') this.#sink.add('tool_call', key, input)
    else if (isObject(input) || isArray(input)) this.#sink.add('tool_call', key, JSON.stringify(input))
  }
}

const TOOL_DELTA =
  /^(?:function_call_arguments|custom_tool_call_input|mcp_call_arguments|code_interpreter_call_code|shell_call_command)\./
const TEXT_DELTA = /(?:^|_)(?:text|refusal|transcript|transcription)\./
/** The last event of an answer of the Responses and Realtime APIs. */
export const END: ReadonlySet<string> = new Set(['completed', 'done', 'incomplete', 'failed', 'cancelled'])
const CONTENT_PATH = /(?:^|\/)content(?:\/parts\/\d+)?$/
const FRAGMENT_PATH = /(?:^|\/)fragments\//
const FRAGMENTS_PATH = /(?:^|\/)fragments$/
const WRAPPERS = ['result', 'response', 'output', 'data', 'chunk', 'contentBlockDelta'] as const
const PLAIN = ['text', 'content', 'message', 'answer'] as const
/** An object of many fields that happens to have a `text` is something else. */
const MAX_PLAIN_FIELDS = 6
