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
  isOwnPath: pathMatcher(['/duckchat/**']),
  operations: [
    jsonOperation(
      { id: 'chat', isForPeople: true, paths: ['/duckchat/v1/chat'], refuse: answerInChat },
      readChatCompletion,
    ),
  ],
  refuse: ({ message }) => jsonRefusal({ action: 'error', status: 403, type: message }, {}, 403),
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
