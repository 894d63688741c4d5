import { anthropicOperations } from '../families/anthropic-compatible.ts'
import { openAiOperations } from '../families/openai-compatible.ts'
import { readGenerateContent } from '../formats/gemini-contents.ts'
import { refuseLikeGoogle } from '../google-gemini-api.ts'
import { fieldOperation, jsonOperation, plainOperation } from '../operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal, refuseLikeOpenAi } from '../refusals.ts'

/** Gateways of coding assistants that pass on the requests of OpenAI, Anthropic and Google: Cline, OpenCode and Continue. */
export const byokAssistants: KnownPlatform = {
  id: 'continue-cline-byok',
  operations: [
    ...openAiOperations({ bases: ['/api/v1', '/zen/v1', '/zen/go/v1', '/v1'] }),
    ...anthropicOperations({ bases: ['/api/v1', '/zen/v1', '/zen/go/v1', '/v1'] }),
    jsonOperation(
      {
        id: 'generate_content',
        paths: ['/zen/v1/models/*:generateContent', '/zen/v1/models/*:streamGenerateContent'],
        refuse: refuseLikeGoogle,
      },
      readGenerateContent,
    ),
  ],
  refuse: refuseLikeOpenAi,
}

/** Augment Code, as seen in open-source clients: a message, what was said before, and files of the project. */
export const augmentCode: KnownPlatform = {
  id: 'augment-code',
  operations: [
    fieldOperation({ id: 'chat', paths: ['/chat', '/chat-stream', '/prompt-enhancer'] }, [
      'message',
      'chat_history',
      'selected_code',
      'prefix',
      'suffix',
      'nodes',
    ]),
    fieldOperation({ id: 'completion', paths: ['/completion', '/next-edit-stream'], refuse: answerNothing }, [
      'prompt',
      'prefix',
      'suffix',
    ]),
    fieldOperation({ id: 'batch_upload', paths: ['/batch-upload'] }, ['blobs']),
  ],
  refuse: ({ message }: Refusal): RefusalResponse => jsonRefusal({ error: message }),
}

/** Sourcegraph Cody and Amp (sourcegraph/cody; Amp passes on its vendors' requests). */
export const sourcegraph: KnownPlatform = {
  id: 'sourcegraph-cody-amp',
  operations: [
    fieldOperation({ id: 'cody_chat', paths: ['/.api/completions/stream'] }, ['messages']),
    fieldOperation(
      { id: 'code_completions', paths: ['/.api/completions/code', '/v1/completions/**'], refuse: answerNothing },
      ['messages', 'prompt'],
    ),
    ...anthropicOperations({ bases: ['/api/provider/anthropic/v1'] }),
    ...openAiOperations({
      bases: ['/.api/llm', '/api/provider/openai/v1', '/api/provider/*/v1'],
      refuse: refuseLikeOpenAi,
    }),
    jsonOperation(
      {
        id: 'generate_content',
        paths: [
          '/api/provider/google/*/models/*:generateContent',
          '/api/provider/google/*/models/*:streamGenerateContent',
        ],
        refuse: refuseLikeGoogle,
      },
      readGenerateContent,
    ),
  ],
  refuse: ({ message }: Refusal): RefusalResponse => ({
    status: 400,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: message,
  }),
}

/** Tabnine: its formats are not public, so every string counts. */
export const tabnine: KnownPlatform = {
  id: 'tabnine',
  operations: [
    plainOperation({ id: 'chat', paths: ['/chat/**'] }),
    plainOperation({ id: 'completion', paths: ['/completion/**', '/v1/**'], isPrompt: false }),
  ],
  refuse: ({ message }: Refusal): RefusalResponse => jsonRefusal({ message }),
}

/** No suggestion at all: our words do not belong into somebody's code. */
function answerNothing(): RefusalResponse {
  return jsonRefusal({ completion: '', text: '', completion_items: [] }, {}, 200)
}
