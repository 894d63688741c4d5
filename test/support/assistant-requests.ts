import { anthropic, chat, contents, OPENAI, openAi, responses } from './request-bodies.ts'
import { at, type ServiceRequest } from './service-request.ts'

/** Of coding assistants. */
export const ASSISTANT_REQUESTS: readonly ServiceRequest[] = [
  ...at('github-copilot', 'api.business.githubcopilot.com', OPENAI, [
    {
      operation: 'chat_completions',
      name: '/chat/completions',
      body: chat,
      refusal: { status: 200, at: [], form: 'events' },
    },
    {
      operation: 'chat_completions',
      name: '/chat/completions?stream=false',
      body: (text) => ({ ...chat(text), stream: false }),
      refusal: OPENAI,
    },
    { operation: 'responses', name: '/responses', body: responses },
    {
      operation: 'embeddings',
      name: '/embeddings',
      type: 'embedding',
      body: (text) => ({ input: [text], model: 'm' }),
    },
    { operation: 'code_index', name: '/chunks', type: 'embedding', body: (text) => ({ content: text, path: 'a.ts' }) },
  ]),
  ...at('github-copilot', 'api.individual.githubcopilot.com', OPENAI, [
    {
      operation: 'web_chat',
      name: '/github/chat/threads/0a1b2c3d-0000-4000-8000-000000000001/messages',
      body: (text) => ({
        ...{ content: text, intent: 'conversation', references: [{ type: 'file', path: 'a.ts' }], context: [] },
        ...{ currentURL: 'https://github.com/copilot', streaming: true, mode: 'immersive', customInstructions: [] },
      }),
    },
  ]),
  ...at('github-copilot', 'proxy.business.githubcopilot.com', { status: 200, at: [], form: 'nothing' }, [
    {
      operation: 'completions',
      name: '/v1/engines/gpt-41-copilot/completions',
      body: (text) => ({ prompt: text, suffix: '}', stream: true, extra: { language: 'go' } }),
    },
  ]),
  ...anthropic('github-copilot', 'api.githubcopilot.com/v1'),
  ...at('gemini-cli', 'cloudcode-pa.googleapis.com', { at: ['error', 'message'] }, [
    {
      operation: 'generate_content',
      name: '/v1internal:streamGenerateContent?alt=sse',
      body: (text) => ({ model: 'gemini-2.5-pro', project: 'p', request: contents(text) }),
      model: 'gemini-2.5-pro',
    },
    { operation: 'count_tokens', name: '/v1internal:countTokens', body: (text) => ({ request: contents(text) }) },
    { operation: 'code', name: '/v1internal:completeCode', body: (text) => ({ prefix: text, suffix: '' }) },
  ]),
  ...at('amazon-q-kiro', 'q.us-east-1.amazonaws.com', { at: ['message'] }, [
    {
      operation: 'conversation',
      name: '/generateAssistantResponse',
      body: (text) => ({
        conversationState: {
          conversationId: '0b3a7f4e-8f6e-4a63-9d0a-3c6f1f6f9d10',
          history: [
            { userInputMessage: { content: 'Hello' } },
            { assistantResponseMessage: { content: 'Hi', toolUses: [] } },
          ],
          currentMessage: { userInputMessage: { content: text, userInputMessageContext: { toolResults: [] } } },
        },
      }),
    },
    {
      operation: 'conversation',
      name: '/',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'AmazonCodeWhispererService.GenerateCompletions',
      },
      body: (text) => ({ fileContext: { leftFileContent: text, rightFileContent: '', filename: 'a.ts' } }),
    },
  ]),
  ...at('jetbrains-ai', 'api.jetbrains.ai', { at: ['message'] }, [
    {
      operation: 'chat',
      name: '/user/v5/llm/chat/stream/v8',
      body: (text) => ({
        profile: 'openai-gpt-5',
        chat: { messages: [{ type: 'user_message', content: text }] },
        parameters: { data: [] },
      }),
      model: 'openai-gpt-5',
    },
    { operation: 'completion', name: '/user/v5/completion/local', body: (text) => ({ prefix: text }) },
  ]),
  ...openAi('continue-cline-byok', 'api.cline.bot/api/v1'),
  ...anthropic('continue-cline-byok', 'opencode.ai/zen/v1'),
  ...at('continue-cline-byok', 'opencode.ai', { at: ['error', 'message'] }, [
    { operation: 'generate_content', name: '/zen/v1/models/gemini-3:generateContent', body: contents },
  ]),
  ...at('augment-code', 'd1.api.augmentcode.com', { at: ['error'] }, [
    { operation: 'chat', name: '/chat-stream', body: (text) => ({ message: text, chat_history: [] }) },
    {
      operation: 'batch_upload',
      name: '/batch-upload',
      body: (text) => ({ blobs: [{ path: 'a.ts', content: text }] }),
    },
  ]),
  ...at('augment-code', 'd1.api.augmentcode.com', { status: 200, at: [], form: 'nothing' }, [
    { operation: 'completion', name: '/completion', body: (text) => ({ prompt: text, suffix: '' }) },
  ]),
  ...at('sourcegraph-cody-amp', 'cody-gateway.sourcegraph.com', { at: [], form: 'text' }, [
    {
      operation: 'cody_chat',
      name: '/.api/completions/stream',
      body: (text) => ({ messages: [{ speaker: 'human', text }] }),
    },
  ]),
  ...at('sourcegraph-cody-amp', 'cody-gateway.sourcegraph.com', { status: 200, at: [], form: 'nothing' }, [
    {
      operation: 'code_completions',
      name: '/.api/completions/code',
      body: (text) => ({ messages: [{ speaker: 'human', text }] }),
    },
  ]),
  ...at('sourcegraph-cody-amp', 'ampcode.com', { at: ['error', 'message'] }, [
    { operation: 'chat_completions', name: '/.api/llm/chat/completions', body: chat },
    {
      operation: 'generate_content',
      name: '/api/provider/google/v1beta/models/gemini-3:generateContent',
      body: contents,
    },
  ]),
  ...anthropic('sourcegraph-cody-amp', 'ampcode.com/api/provider/anthropic/v1'),
  ...openAi('sourcegraph-cody-amp', 'ampcode.com/api/provider/openai/v1'),
  ...at('tabnine', 'api.tabnine.com', { at: ['message'] }, [
    { operation: 'chat', name: '/chat/v1/conversation', body: (text) => ({ conversation: [{ text }] }) },
    { operation: 'completion', name: '/completion/v2', body: (text) => ({ before: text, after: '' }) },
  ]),
]
