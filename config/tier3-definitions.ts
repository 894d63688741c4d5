import { optional, required } from './definition.ts'
import * as parse from './parsers.ts'

/** The asynchronous classification by meaning (tier 3). */
export const TIER3_DEFINITIONS = {
  tier3: required(
    'WEIR_TIER3',
    'builtin',
    parse.oneOf('off', 'builtin', 'model', 'presidio', 'openai'),
    'off, builtin, model, presidio or openai',
    'the provider of the asynchronous classification by meaning (tier 3)',
  ),
  tier3Url: optional(
    'WEIR_TIER3_URL',
    parse.baseUrl,
    'an http(s) URL without credentials, query or fragment',
    'the base URL of the tier 3 server, without /analyze (presidio) or /chat/completions (openai)',
  ),
  tier3Model: optional(
    'WEIR_TIER3_MODEL',
    parse.string,
    'a model name or a folder',
    'the name of the tier 3 model (openai), or the folder with its files (model; without it tier3-model in the data directory)',
  ),
  tier3ApiKey: optional(
    'WEIR_TIER3_API_KEY',
    parse.token,
    'a token of visible ASCII characters',
    'the bearer token that is sent to the tier 3 server',
    { secret: true },
  ),
  tier3TimeoutMs: required(
    'WEIR_TIER3_TIMEOUT_MS',
    '10000',
    parse.integer(10, 600_000),
    'a number of milliseconds from 10 to 600000',
    'how long the tier 3 classification of one text may take',
  ),
  tier3Queue: required(
    'WEIR_TIER3_QUEUE',
    '1000',
    parse.integer(1, 1_000_000),
    'a number of texts from 1 to 1000000',
    'the number of prompts that may wait for tier 3 in the memory of each proxy process; beyond it, the oldest is dropped',
  ),
  tier3QueueBytes: required(
    'WEIR_TIER3_QUEUE_BYTES',
    '16777216',
    parse.integer(1024, 1_073_741_824),
    'a number of bytes from 1024 to 1073741824',
    'the memory that the waiting prompts may use',
  ),
  tier3Concurrency: required(
    'WEIR_TIER3_CONCURRENCY',
    '2',
    parse.integer(1, 64),
    'a number from 1 to 64',
    'the number of texts sent to the tier 3 server at once; builtin and model have one thread',
  ),
} as const
