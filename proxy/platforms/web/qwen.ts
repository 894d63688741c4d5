import { readChatCompletion } from '../formats/openai-chat.ts'
import { fieldOperation, type JsonReader, jsonOperation, stringOf } from '../operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from '../platform.ts'
import { eventStreamRefusal, jsonRefusal } from '../refusals.ts'

const readChat: JsonReader = (body, parts, target) => {
  const details = readChatCompletion(body, parts, target)
  if (details === undefined) return undefined
  return { ...details, conversation: stringOf(body.chat_id) ?? target.query.get('chat_id') ?? undefined }
}

/** Qwen's chat (open-source clients, August 2026): OpenAI's form, with files by their address. */
export const qwenWeb: KnownPlatform = {
  id: 'qwen-web',
  evidence: { confidence: 'medium', seen: '2026-08', refusal: 'an answer in the chat (not tried in the real app)' },
  operations: [
    jsonOperation(
      {
        id: 'chat_completions',
        isForPeople: true,
        paths: ['/api/v2/chat/completions', '/api/chat/completions'],
        refuse: answerInChat,
      },
      readChat,
    ),
    fieldOperation({ id: 'files', isPrompt: false, paths: ['/api/v2/files/**', '/api/v1/files/**'] }, ['filename']),
  ],
  refuse: ({ message, interactionId }) =>
    jsonRefusal(
      { success: false, request_id: interactionId, data: { code: 'Bad_Request', details: message } },
      {},
      400,
    ),
}

function answerInChat({ message, interactionId, prompt }: Refusal): RefusalResponse {
  const created = { chat_id: prompt?.conversation ?? interactionId, response_id: interactionId }
  const piece = (content: string, status: string) => ({
    choices: [{ delta: { role: 'assistant', content, phase: 'answer', status } }],
    response_id: interactionId,
  })
  return eventStreamRefusal(
    [{ 'response.created': created }, piece(message, 'typing'), piece('', 'finished')].map((event) => [
      undefined,
      JSON.stringify(event),
    ]),
  )
}
