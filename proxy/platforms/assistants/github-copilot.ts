import { anthropicOperations } from '../families/anthropic-compatible.ts'
import { readChatCompletion } from '../formats/openai-chat.ts'
import { readResponsesEvent, refuseResponsesEvent } from '../formats/openai-events.ts'
import { readResponses } from '../formats/openai-responses.ts'
import { fieldOperation, jsonOperation, plainOperation } from '../operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from '../platform.ts'
import { eventStreamRefusal, jsonRefusal, refuseLikeOpenAi } from '../refusals.ts'
import { SOCKET_MESSAGE } from '../socket-message.ts'

/** Paths and errors: GitHub's open-source extension for VS Code (vscode-copilot-chat, August 2026). */
export const gitHubCopilot: KnownPlatform = {
  id: 'github-copilot',
  operations: [
    jsonOperation({ id: 'chat_completions', paths: ['/chat/completions'], refuse: answerInChat }, readChatCompletion),
    jsonOperation({ id: 'responses', paths: ['/responses'] }, readResponses),
    ...anthropicOperations({ bases: ['/v1'] }),
    // Sent at each pause while somebody types, with what stands before and behind the cursor.
    fieldOperation(
      { id: 'completions', paths: ['/v1/engines/*/completions', '/v1/engines/*/speculation'], refuse: answerNothing },
      ['prompt', 'suffix', 'extra'],
    ),
    fieldOperation({ id: 'embeddings', paths: ['/embeddings'], interactionType: 'embedding' }, ['input']),
    fieldOperation(
      { id: 'code_index', paths: ['/chunks', '/embeddings/code/search', '/search/code'], interactionType: 'embedding' },
      ['content', 'prompt', 'path'],
    ),
    jsonOperation(
      {
        id: 'responses_event',
        methods: [SOCKET_MESSAGE],
        isPrompt: false,
        paths: ['/responses'],
        refuseMessage: refuseResponsesEvent,
      },
      readResponsesEvent,
    ),
    // On github.com, whose page asks this host.
    fieldOperation({ id: 'web_chat', paths: ['/github/chat/threads/*/messages'] }, ['content']),
    plainOperation({ id: 'agents', isPrompt: false, paths: ['/agents', '/agents/**', '/mcp', '/mcp/**'] }),
  ],
  refuse: refuseLikeOpenAi,
}

/** A chat shows an answer; of an error it shows the JSON, and 401, 403 and 429 start other things. */
function answerInChat(refusal: Refusal): RefusalResponse {
  const { message, interactionId, prompt } = refusal
  if (prompt?.stream !== true) return refuseLikeOpenAi(refusal)
  const chunk = {
    id: `chatcmpl-${interactionId}`,
    object: 'chat.completion.chunk',
    created: 0,
    model: prompt.model ?? '',
    choices: [{ index: 0, delta: { role: 'assistant', content: message }, finish_reason: 'stop' }],
  }
  return eventStreamRefusal([
    [undefined, JSON.stringify(chunk)],
    [undefined, '[DONE]'],
  ])
}

/** An empty completion: our words do not belong into somebody's code. */
function answerNothing({ interactionId, prompt }: Refusal): RefusalResponse {
  const completion = {
    id: `cmpl-${interactionId}`,
    object: 'text_completion',
    created: 0,
    choices: [{ index: 0, text: '', logprobs: null, finish_reason: 'stop' }],
  }
  if (prompt?.stream !== true) return jsonRefusal(completion, {}, 200)
  return eventStreamRefusal([
    [undefined, JSON.stringify(completion)],
    [undefined, '[DONE]'],
  ])
}
