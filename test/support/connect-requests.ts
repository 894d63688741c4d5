import { gzipSync } from 'node:zlib'
import { envelope, type Fields, protobuf } from './protobuf.ts'
import { at, type ServiceRequest } from './service-request.ts'

const PROTO = { 'content-type': 'application/proto', 'connect-protocol-version': '1' }
const STREAM = { 'content-type': 'application/connect+proto', 'connect-content-encoding': 'gzip' }
const KIMI = { 'content-type': 'application/connect+json' }
const IN_STREAM = { status: 200, at: [], form: 'text' } as const
const NOTHING = { status: 200, at: [], form: 'nothing' } as const
const ALONE = { status: 403, at: ['message'] } as const
const ID = '6f1d2c3b-4a59-4687-9b0c-1d2e3f405162'
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImFubkBhY21lLmV4YW1wbGUifQ.c2lnbmF0dXJl'

const said = (text: string): Fields => [
  [
    1,
    [
      [1, text],
      [2, ID],
    ],
  ],
]
/** A request to run: what a person says, and history, beside the state of the editor. */
const run = (text: string): Fields => [
  [
    1,
    [
      [2, [[1, said(text)]]],
      [8, 'Be brief.'],
      [
        17,
        [
          [1, 'a'],
          [2, '{"role":"user"}'],
        ],
      ],
    ],
  ],
]
const chat = (text: string): Fields => [
  [
    1,
    [
      [
        1,
        [
          [1, 'Hello'],
          [2, 1],
        ],
      ],
      [
        1,
        [
          [1, 'Hi'],
          [2, 2],
        ],
      ],
      [
        1,
        [
          [1, text],
          [2, 1],
        ],
      ],
      [3, [[1, 'Be brief.']]],
    ],
  ],
]
const zipped = (fields: Fields) => envelope(gzipSync(protobuf(fields)), 1)

const METADATA: Fields = [
  [1, 'windsurf'],
  [3, 'sk-ws-01-8Kq2Lx9Vw4Nt6Bm1Hd3Jf5Gs7Pa0Yc'],
  [21, TOKEN],
]
const messages = (text: string): Fields => [
  [1, METADATA],
  [2, 'You are an assistant.'],
  [
    3,
    [
      [2, 1],
      [3, 'Hello'],
    ],
  ],
  [
    3,
    [
      [2, 2],
      [3, 'Hi'],
    ],
  ],
  [
    3,
    [
      [2, 1],
      [3, text],
    ],
  ],
  [16, ID],
]

/** Requests in Connect's envelopes, and in protobuf without a public schema. */
export const CONNECT_REQUESTS: readonly ServiceRequest[] = [
  ...at('cursor', 'agent.api5.cursor.sh', IN_STREAM, [
    { operation: 'agent_run', name: '/agent.v1.AgentService/Run', headers: STREAM, body: (text) => zipped(run(text)) },
    {
      operation: 'agent_run',
      name: '/agent.v1.AgentService/Run?tool',
      headers: STREAM,
      role: 'tool',
      body: (text) => Buffer.concat([envelope(protobuf(run('Go on.'))), zipped([[2, [[7, [[1, text]]]]]])]),
    },
    {
      operation: 'agent_stream',
      name: '/agent.v1.AgentService/RunSSE',
      headers: STREAM,
      role: 'definition',
      body: (text) => envelope(protobuf([[1, text]])),
    },
  ]),
  ...at('cursor', 'api2.cursor.sh', IN_STREAM, [
    {
      operation: 'chat',
      name: '/aiserver.v1.ChatService/StreamUnifiedChatWithTools',
      headers: STREAM,
      body: (text) => zipped(chat(text)),
    },
  ]),
  ...at('cursor', 'api2.cursor.sh', ALONE, [
    {
      operation: 'agent_append',
      name: '/aiserver.v1.BidiService/BidiAppend',
      headers: PROTO,
      body: (text) =>
        protobuf([
          [1, protobuf(run(text)).toString('hex')],
          [2, [[1, ID]]],
          [3, 1],
        ]),
    },
    {
      operation: 'code',
      name: '/aiserver.v1.AiService/WriteGitCommitMessage',
      headers: PROTO,
      body: (text) => protobuf([[1, text]]),
    },
    {
      operation: 'code_index',
      name: '/aiserver.v1.RepositoryService/FastUpdateFile',
      type: 'embedding',
      headers: PROTO,
      body: (text) =>
        protobuf([
          [
            2,
            [
              [1, 'a.ts'],
              [2, text],
            ],
          ],
        ]),
    },
    {
      operation: 'other_call',
      name: '/aiserver.v1.DashboardService/GetTeams',
      role: 'definition',
      headers: PROTO,
      body: (text) => protobuf([[1, text]]),
    },
  ]),
  ...at('cursor', 'us-only.gcpp.cursor.sh', NOTHING, [
    {
      operation: 'completion',
      name: '/aiserver.v1.AiService/StreamCpp',
      headers: STREAM,
      body: (text) =>
        zipped([
          [
            1,
            [
              [1, 'a.ts'],
              [2, text],
            ],
          ],
        ]),
    },
  ]),
  ...at('windsurf-codeium', 'server.codeium.com', IN_STREAM, [
    {
      operation: 'chat',
      name: '/exa.api_server_pb.ApiServerService/GetChatMessage',
      headers: STREAM,
      body: (text) => zipped(messages(text)),
    },
    {
      operation: 'other_call',
      name: '/exa.api_server_pb.ApiServerService/RecordEvent',
      headers: STREAM,
      role: 'definition',
      body: (text) =>
        zipped([
          [1, METADATA],
          [2, text],
        ]),
    },
  ]),
  ...at('windsurf-codeium', 'inference.codeium.com', NOTHING, [
    {
      operation: 'completion',
      name: '/exa.api_server_pb.ApiServerService/GetStreamingCompletions',
      headers: STREAM,
      body: (text) =>
        zipped([
          [1, METADATA],
          [2, [[1, text]]],
        ]),
    },
  ]),
  ...at('windsurf-codeium', 'inference.codeium.com', ALONE, [
    {
      operation: 'embeddings',
      name: '/exa.api_server_pb.ApiServerService/GetEmbeddings',
      type: 'embedding',
      headers: PROTO,
      body: (text) =>
        protobuf([
          [1, METADATA],
          [2, text],
        ]),
    },
  ]),
  ...at('kimi-web', 'www.kimi.com', IN_STREAM, [
    {
      operation: 'chat',
      name: '/apiv2/kimi.gateway.chat.v1.ChatService/Chat',
      headers: KIMI,
      body: (text) =>
        envelope(
          Buffer.from(
            JSON.stringify({
              chat_id: ID,
              message: { role: 'user', blocks: [{ message_id: '', text: { content: text } }] },
            }),
          ),
        ),
    },
  ]),
  ...at('kimi-web', 'kimi.moonshot.cn', ALONE, [
    {
      operation: 'completion',
      name: `/api/chat/${ID}/completion/stream`,
      body: (text) => ({ messages: [{ role: 'user', content: text }], refs: [] }),
    },
  ]),
]
