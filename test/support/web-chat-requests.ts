import { formData } from './read-request.ts'
import { at, type ServiceRequest } from './service-request.ts'

const ID = '6f1d2c3b-4a59-4687-9b0c-1d2e3f405162'
const FORM = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
const IN_STREAM = { status: 200, at: [], form: 'text' } as const
const EVENTS = { status: 200, at: [], form: 'events' } as const
const file = (name: string) => ({
  body: (text: string) => formData({ [name]: ['notes.txt', text] }).body,
  headers: formData({}).headers,
})

function form(fields: Readonly<Record<string, string>>): Buffer {
  return Buffer.from(new URLSearchParams(fields).toString())
}

const GEMINI = '/_/BardChatUi/data'
const generate = (text: string) => [
  [text, 0, null, [[['/contrib_service/ttl_1d/a', 1], 'plan.pdf']], null, null, 0],
  ['en'],
  ['c_1a2b3c4d5e6f', 'r_1', 'rc_1'],
]
const PROOF = 'AIxQnzQmT0g5Y1x2aB3c:1763712000000'
const MAKER = '/$rpc/google.internal.alkali.applications.makersuite.v1.MakerSuiteService'
const makerContents = (text: string) => ['models/gemini-2.5-pro', [[[[null, text]], 'user']], null, null, '!signature']

/** Requests of web chats, as their apps send them. */
export const WEB_CHAT_REQUESTS: readonly ServiceRequest[] = [
  ...at('gemini-web', 'gemini.google.com', IN_STREAM, [
    {
      operation: 'stream_generate',
      name: `${GEMINI}/assistant.lamda.BardFrontendService/StreamGenerate?bl=boq_1&f.sid=-3141592653589793238&rt=c`,
      headers: FORM,
      body: (text) => form({ 'f.req': JSON.stringify([null, JSON.stringify(generate(text))]), at: PROOF }),
    },
    {
      operation: 'stream_generate',
      name: `/u/1${GEMINI}/assistant.lamda.BardFrontendService/StreamGenerate`,
      headers: FORM,
      body: (text) => form({ 'f.req': JSON.stringify([null, JSON.stringify([[`${text}`]])]) }),
    },
  ]),
  ...at('gemini-web', 'gemini.google.com', { at: ['error', 'message'] }, [
    {
      operation: 'batch_execute',
      name: `${GEMINI}/batchexecute?rpcids=XqA3Ic`,
      headers: FORM,
      role: 'definition',
      body: (text) =>
        form({ 'f.req': JSON.stringify([[['XqA3Ic', JSON.stringify([null, text]), null, 'generic']]]), at: PROOF }),
    },
  ]),
  ...at('google-ai-studio-web', 'alkalimakersuite-pa.clients6.google.com', { status: 403, at: [], form: 'text' }, [
    {
      operation: 'generate_content',
      name: `${MAKER}/GenerateContent`,
      headers: { 'content-type': 'application/json+protobuf', origin: 'https://aistudio.google.com' },
      body: makerContents,
      model: 'models/gemini-2.5-pro',
    },
    {
      operation: 'count_tokens',
      name: `${MAKER}/CountTokens`,
      headers: { 'content-type': 'application/json+protobuf' },
      body: makerContents,
    },
  ]),
  ...at('ms-copilot-consumer', 'copilot.microsoft.com', { at: ['error', 'message'] }, [
    { operation: 'attachments', name: '/c/api/attachments', ...file('file') },
    {
      operation: 'conversations',
      name: '/c/api/conversations',
      role: 'definition',
      body: (text) => ({ title: text }),
    },
  ]),
  ...at('m365-copilot', 'substrate.office.com', { at: ['error', 'message'] }, [
    {
      operation: 'graph_chat',
      name: `/v1.0/copilot/conversations/${ID}/chat`,
      body: (text) => ({ message: { text }, additionalContext: [{ text: 'We are in Lima.' }] }),
    },
  ]),
  ...at('perplexity-web', 'www.perplexity.ai', { status: 422, at: ['detail', 'message'] }, [
    {
      operation: 'ask',
      name: '/rest/sse/perplexity_ask',
      body: (text) => ({
        query_str: text,
        params: { dsl_query: text, attachments: [], frontend_context_uuid: ID, model_preference: 'sonar' },
      }),
    },
    {
      operation: 'create_upload',
      name: '/rest/uploads/create_upload_url',
      body: (text) => ({ filename: text, content_type: 'text/plain', source: 'default' }),
    },
  ]),
  ...at('perplexity-web', 'ppl-ai-file-upload.s3.amazonaws.com', { status: 422, at: ['detail', 'message'] }, [
    { operation: 'file_upload', name: '/', ...file('file') },
  ]),
  ...at('mistral-lechat', 'chat.mistral.ai', { status: 403, at: ['error', 'message'] }, [
    {
      operation: 'chat',
      name: '/api/chat',
      body: (text) => ({ chatId: ID, mode: 'append', messageInput: [{ type: 'text', text }], messageFiles: [] }),
    },
    {
      operation: 'chat',
      name: '/api/chat?plain',
      body: (text) => ({ chatId: ID, mode: 'append', messageInput: text, clientPromptData: { currentDate: 'today' } }),
    },
    {
      operation: 'new_chat',
      name: '/api/trpc/message.newChat?batch=1',
      body: (text) => ({ 0: { json: { content: [{ type: 'text', text }], files: [], agentId: null } } }),
    },
    {
      operation: 'procedure',
      name: '/api/trpc/chat.rename?batch=1',
      role: 'definition',
      body: (text) => ({ 0: { json: { title: text } } }),
    },
  ]),
  ...at('deepseek-web', 'chat.deepseek.com', { status: 403, at: ['msg'] }, [
    {
      operation: 'completion',
      name: '/api/v0/chat/completion',
      body: (text) => ({
        chat_session_id: ID,
        parent_message_id: null,
        prompt: text,
        ref_file_ids: [],
        thinking_enabled: false,
      }),
    },
    { operation: 'file_upload', name: '/api/v0/file/upload_file', ...file('file') },
  ]),
  ...at('grok-web', 'grok.com', IN_STREAM, [
    {
      operation: 'conversation',
      name: '/rest/app-chat/conversations/new',
      body: (text) => ({
        message: text,
        modelName: 'grok-4',
        customInstructions: 'Be brief.',
        fileAttachments: [],
        temporary: false,
      }),
      model: 'grok-4',
    },
    {
      operation: 'conversation',
      name: `/rest/app-chat/conversations/${ID}/responses`,
      body: (text) => ({ message: text, modelName: 'grok-4', parentResponseId: ID }),
    },
  ]),
  ...at('grok-web', 'grok.com', { status: 403, at: ['error', 'message'] }, [
    {
      operation: 'file_upload',
      name: '/rest/app-chat/upload-file',
      body: (text) => ({
        fileName: 'a.txt',
        fileMimeType: 'text/plain',
        content: Buffer.from(text).toString('base64'),
      }),
    },
  ]),
  ...at('grok-web', 'grok.x.com', IN_STREAM, [
    {
      operation: 'add_response',
      name: '/2/grok/add_response.json',
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      body: (text) => ({ responses: [{ message: text, sender: 1 }], conversationId: '1' }),
    },
  ]),
  ...at('poe-web', 'poe.com', IN_STREAM, [
    {
      operation: 'query',
      name: '/api/gql_POST',
      body: (text) => ({
        queryName: 'sendMessageMutation',
        variables: { bot: 'sonar', query: text, chatId: 12, source: null },
        extensions: { hash: 'a1b2' },
      }),
    },
    {
      operation: 'query_with_files',
      name: '/api/gql_upload_POST',
      body: (text) =>
        formData({
          queryInfo: JSON.stringify({ queryName: 'sendMessageMutation', variables: { bot: 'sonar', query: text } }),
          file0: ['a.txt', 'A file.'],
        }).body,
      headers: formData({}).headers,
    },
  ]),
  ...at('poe-web', 'api.poe.com', { at: ['error', 'message'] }, [
    {
      operation: 'chat_completions',
      name: '/v1/chat/completions',
      body: (text) => ({ model: 'sonar', messages: [{ role: 'user', content: text }] }),
    },
    { operation: 'bot', name: '/bot/sonar', body: (text) => ({ query: [{ role: 'user', content: text }] }) },
  ]),
  ...at('huggingchat', 'huggingface.co', { status: 403, at: ['message'] }, [
    {
      operation: 'message',
      name: '/chat/conversation/66f2a1b5c3d4e5f60718293a',
      body: (text) =>
        formData({
          data: JSON.stringify({ inputs: text, id: ID, is_retry: false, is_continue: false }),
          files: ['base64;b.txt', Buffer.from('A file.').toString('base64')],
        }).body,
      headers: formData({}).headers,
    },
    {
      operation: 'message',
      name: '/chat/conversation/66f2a1b5c3d4e5f60718293a?file',
      body: (text) =>
        formData({
          data: JSON.stringify({ inputs: 'Look.' }),
          files: ['base64;b.txt', Buffer.from(text).toString('base64')],
        }).body,
      headers: formData({}).headers,
    },
    {
      operation: 'conversation',
      name: '/chat/conversation',
      body: (text) => ({ model: 'zai-org/GLM-4.6', preprompt: text }),
    },
  ]),
  ...at('qwen-web', 'chat.qwen.ai', EVENTS, [
    {
      operation: 'chat_completions',
      name: `/api/v2/chat/completions?chat_id=${ID}`,
      body: (text) => ({
        stream: true,
        chat_id: ID,
        model: 'qwen3-max',
        messages: [{ fid: ID, role: 'user', content: text, files: [{ name: 'a.txt', url: 'https://a.example/a' }] }],
      }),
      model: 'qwen3-max',
    },
  ]),
  ...at('qwen-web', 'chat.qwen.ai', { at: ['data', 'details'] }, [
    { operation: 'files', name: '/api/v2/files/getstsToken', body: (text) => ({ filename: text, filesize: 12 }) },
  ]),
  ...at('duck-ai', 'duckduckgo.com', EVENTS, [
    {
      operation: 'chat',
      name: '/duckchat/v1/chat',
      body: (text) => ({
        model: 'gpt-5-mini',
        metadata: { customization: { assistantName: 'Ann' } },
        messages: [{ role: 'user', content: [{ type: 'text', text }] }],
      }),
      model: 'gpt-5-mini',
    },
  ]),
]
