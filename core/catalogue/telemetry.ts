/**
 * Where services' own programs and pages send what they measure of themselves: events, metrics, errors. As seen in the
 * programs that test/clients starts and in open-source clients of the services, November 2026. What is left out:
 * - recordings of a session, and steps or trajectories of an agent: they hold whole conversations, and are judged as such;
 * - feedback that a person gives, which is a person's text.
 */
export interface TelemetryEndpoints {
  /** Whose programs and pages send it. */
  readonly sender: string
  /** Patterns of HostPatterns. */
  readonly hosts: readonly string[]
  readonly methods: readonly string[]
  /** As those of operations: `*` is one segment or the rest of it, a final `**` everything that follows. All of a host that has nothing else. */
  readonly paths: readonly string[]
  /**
   * Where in a body prompts stand, besides members whose name says so (proxy/platforms/telemetry/prompt-fields.ts): names with a slash
   * between them, numbers of items among them.
   */
  readonly prompts?: readonly string[]
}

const POST = ['POST'] as const

/** Sentry's events, whoever takes them: a request that failed may be told with its body. */
const SENTRY_PROMPTS = ['/*/request/data', '/*/exception/values/*/stacktrace/frames/*/vars/**', '/*/extra/**']

export const TELEMETRY: readonly TelemetryEndpoints[] = [
  {
    sender: 'Claude Code',
    hosts: ['api.anthropic.com', 'api-staging.anthropic.com'],
    methods: POST,
    paths: ['/api/event_logging/**', '/api/eval/**', '/api/claude_code/metrics'],
  },
  {
    sender: 'Claude',
    hosts: ['claude.ai', '*.claude.ai', 'claude.com', '*.claude.com'],
    methods: POST,
    paths: ['/api/event_logging/**', '/sentry', '/sentry/**'],
    prompts: SENTRY_PROMPTS,
  },
  { sender: 'Claude', hosts: ['a-api.anthropic.com', 'statsig.anthropic.com'], methods: POST, paths: ['/**'] },
  {
    sender: 'ChatGPT, Codex',
    hosts: ['chatgpt.com', '*.chatgpt.com', 'chat.openai.com', 'android.chat.openai.com', 'ios.chat.openai.com'],
    methods: POST,
    paths: ['/ces/**', '/backend-api/codex/analytics-events/**', '/otlp/**'],
  },
  { sender: 'ChatGPT, Codex', hosts: ['ab.chatgpt.com'], methods: POST, paths: ['/**'] },
  {
    sender: 'Gemini CLI, Gemini Code Assist',
    hosts: [
      'cloudcode-pa.googleapis.com',
      'daily-cloudcode-pa.googleapis.com',
      'daily-cloudcode-pa.sandbox.googleapis.com',
    ],
    methods: POST,
    paths: ['/v1internal:recordCodeAssistMetrics', '/v1internal:recordClientEvent'],
  },
  {
    sender: 'Gemini CLI, Google Gemini',
    hosts: ['play.googleapis.com', 'play.google.com'],
    methods: POST,
    paths: ['/log'],
  },
  {
    sender: 'GitHub Copilot',
    hosts: [
      'telemetry.*.githubcopilot.com',
      'copilot-telemetry.githubusercontent.com',
      'copilot-telemetry-service.githubusercontent.com',
    ],
    methods: POST,
    paths: ['/**'],
    prompts: [
      '/*/data/baseData/properties/completionTextJson',
      '/*/data/baseData/properties/suffix',
      '/*/data/baseData/message',
    ],
  },
  {
    sender: 'Cursor',
    hosts: ['*.cursor.sh'],
    methods: POST,
    paths: ['/aiserver.v1.AnalyticsService/*', '/aiserver.v1.AiService/ReportClientNumericMetrics'],
  },
  { sender: 'Cursor', hosts: ['metrics.cursor.sh'], methods: POST, paths: ['/**'], prompts: SENTRY_PROMPTS },
  {
    sender: 'Windsurf',
    hosts: ['*.codeium.com', '*.windsurf.com'],
    methods: POST,
    paths: ['/exa.product_analytics_pb.ProductAnalyticsService/*'],
  },
  { sender: 'Windsurf', hosts: ['windsurf-telemetry.codeium.com'], methods: POST, paths: ['/**'] },
  {
    sender: 'Perplexity',
    hosts: ['perplexity.ai', 'www.perplexity.ai'],
    methods: POST,
    paths: ['/rest/event/analytics'],
  },
  {
    sender: 'Grok',
    hosts: ['grok.com', '*.grok.com'],
    methods: POST,
    paths: ['/_data/v1/events', '/_data/v1/a/t', '/_data/v1/a/engage', '/api/log_metric', '/monitoring'],
  },
  { sender: 'Grok', hosts: ['cli-chat-proxy.grok.com'], methods: POST, paths: ['/v1/traces'] },
  {
    sender: 'Augment Code',
    hosts: ['*.augmentcode.com'],
    methods: POST,
    paths: ['/client-metrics', '/client-completion-timelines', '/record-user-events', '/report-error'],
  },
  {
    sender: 'Claude Code and others, to Datadog',
    hosts: [
      'http-intake.logs.datadoghq.com',
      'http-intake.logs.*.datadoghq.com',
      'browser-intake-datadoghq.com',
      'browser-intake-us5-datadoghq.com',
    ],
    methods: POST,
    paths: ['/api/v2/logs', '/api/v2/rum', '/v1/input/**'],
  },
  {
    sender: 'many, to Sentry',
    hosts: ['sentry.io', '*.sentry.io'],
    methods: POST,
    paths: ['/api/*/envelope', '/api/*/store'],
    prompts: SENTRY_PROMPTS,
  },
  {
    sender: 'many, to Statsig',
    hosts: ['statsigapi.net', '*.statsigapi.net'],
    methods: POST,
    paths: ['/v1/rgstr', '/v1/log_event'],
  },
]
