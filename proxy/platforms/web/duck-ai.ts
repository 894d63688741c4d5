import { readChatCompletion } from '../formats/openai-chat.ts'
import { jsonOperation, pathMatcher } from '../operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from '../platform.ts'
import { eventStreamRefusal, jsonRefusal } from '../refusals.ts'

/** Duck.ai (open-source clients, 2026): OpenAI's messages, with `metadata.customization` beside them. */
export const duckAi: KnownPlatform = {
  id: 'duck-ai',
  evidence: {
    confidence: 'high',
    seen: '2026-08',
    refusal: 'an answer in the chat (seen in the real app, April 2026)',
  },
  // The rest of duckduckgo.com is a search engine.
  isOwnPath: (path, query) => isChatPath(path) || isChatPage(query),
  operations: [
    jsonOperation(
      { id: 'chat', isForPeople: true, paths: ['/duckchat/v1/chat'], refuse: answerInChat },
      readChatCompletion,
    ),
  ],
  refuse: ({ message }) => jsonRefusal({ action: 'error', status: 403, type: message }, {}, 403),
}

const isChatPath = pathMatcher(['/duckchat', '/duckchat/**', '/chat', '/chat/**', '/aichat', '/duckai', '/duckai/**'])
/** Search terms that lead to the chat (DuckDuckGo, "Bangs"). */
const BANG = /(?:^|\s)!(?:ai|aichat|chat|duckai)(?:$|\s)/i

/** `/?q=...&ia=chat` opens the chat with a question. */
function isChatPage(query: URLSearchParams | undefined): boolean {
  return query !== undefined && (query.get('ia')?.toLowerCase() === 'chat' || BANG.test(query.get('q') ?? ''))
}

function answerInChat({ message, interactionId, prompt }: Refusal): RefusalResponse {
  const answer = {
    role: 'assistant',
    message,
    created: 0,
    id: interactionId,
    action: 'success',
    model: prompt?.model ?? '',
  }
  return eventStreamRefusal([
    [undefined, JSON.stringify(answer)],
    [undefined, '[DONE]'],
  ])
}
