import { guessLanguage } from '../core/tier3/language.ts'
import { PRESIDIO_SCORE_MIN, readPresidioAnswer } from '../core/tier3/presidio.ts'
import { SEMANTIC_TEXT_MAX } from '../core/tier3/types.ts'
import { JsonServer, type JsonServerOptions } from './post-json.ts'
import { type SemanticProvider, Tier3Error } from './provider.ts'

/** What every analyzer speaks unless it is set up otherwise. */
const DEFAULT_LANGUAGE = 'en'

/**
 * Presidio's analyzer (POST /analyze) for names and other entities, and our own thread for topics, of which Presidio knows none.
 * Languages it has no model for are asked for once and then read as English.
 */
export function createPresidioProvider(options: JsonServerOptions, topics: SemanticProvider): SemanticProvider {
  const server = new JsonServer(options)
  const unsupported = new Set<string>()

  const ask = (text: string, language: string, request: Parameters<SemanticProvider['classify']>[1]) =>
    server.post('/analyze', { text, language, score_threshold: PRESIDIO_SCORE_MIN }, request)

  async function analyse(text: string, request: Parameters<SemanticProvider['classify']>[1]): Promise<unknown> {
    const guessed = guessLanguage(text)
    const language = guessed === 'und' || unsupported.has(guessed) ? DEFAULT_LANGUAGE : guessed
    try {
      return await ask(text, language, request)
    } catch (error) {
      // An analyzer without a model for the language answers 500, as for any other fault: English tells the two apart.
      const isRefusal = error instanceof Tier3Error && error.code === 'ERR_TIER3_REFUSED'
      if (!isRefusal || language === DEFAULT_LANGUAGE) throw error
      const answer = await ask(text, DEFAULT_LANGUAGE, request)
      unsupported.add(language)
      return answer
    }
  }

  return {
    async classify(text, request) {
      // Half a surrogate pair has no place in JSON; what replaces it is as long.
      const head = text.slice(0, SEMANTIC_TEXT_MAX).toWellFormed()
      const [answer, about] = await Promise.all([analyse(head, request), topics.classify(text, request)])
      const entities = readPresidioAnswer(answer, head)
      if (entities === undefined) throw server.invalid('answered no list of entities')
      const found = entities.map((entity) => ({ ...entity, value: text.slice(entity.start, entity.end) }))
      return [...found, ...about].sort((a, b) => a.start - b.start || a.end - b.end)
    },
    async close() {
      await Promise.all([server.close(), topics.close()])
    },
  }
}
