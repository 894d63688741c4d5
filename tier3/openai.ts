import { chatRequest, readChatCompletion } from '../core/tier3/llm.ts'
import { SEMANTIC_TEXT_MAX } from '../core/tier3/types.ts'
import { JsonServer, type JsonServerOptions } from './post-json.ts'
import { type ClassifyOptions, type SemanticProvider, Tier3Error } from './provider.ts'

export interface OpenAiOptions extends JsonServerOptions {
  /** WEIR_TIER3_MODEL; servers with one model only need none. */
  readonly model: string | undefined
}

/** What a server answers that does not know response_format (llama.cpp, older vLLM and others). */
const UNKNOWN_OPTION = new Set([400, 404, 415, 422, 501])

/** Any server that speaks OpenAI's chat completions: https://platform.openai.com/docs/api-reference/chat. */
export function createOpenAiProvider(options: OpenAiOptions): SemanticProvider {
  const server = new JsonServer(options)
  let structured = true

  const ask = (text: string, withSchema: boolean, request: ClassifyOptions) =>
    server.post('/chat/completions', chatRequest(text, options.model, withSchema), request)

  async function complete(text: string, request: ClassifyOptions): Promise<unknown> {
    if (!structured) return ask(text, false, request)
    try {
      return await ask(text, true, request)
    } catch (error) {
      if (!(error instanceof Tier3Error) || !UNKNOWN_OPTION.has(error.status ?? 0)) throw error
      const answer = await ask(text, false, request)
      structured = false
      return answer
    }
  }

  return {
    async classify(text, request) {
      const head = text.slice(0, SEMANTIC_TEXT_MAX)
      const findings = readChatCompletion(await complete(head, request), head)
      if (findings === undefined) throw server.invalid('gave an answer without findings')
      return findings
    },
    close: () => server.close(),
  }
}
