import type { Classification } from '../../core/model/classification.ts'
import type { Interaction } from '../../core/model/interaction.ts'
import { riskScore } from '../../core/risk.ts'
import { randomNumbers } from '../random.ts'

/** Most used first: the n-th is used about 1/n as often as the first. */
export const PLATFORMS = [
  'chatgpt-web',
  'openai-api',
  'claude-web',
  'github-copilot',
  'anthropic-api',
  'gemini-web',
  'google-gemini-api',
  'm365-copilot',
  'mistral-lechat',
  'perplexity-web',
  'deepseek-web',
  'poe-web',
] as const
/** Most frequent first. */
export const TYPES = ['PERSON_NAME', 'EMAIL', 'PHONE', 'IP_ADDRESS', 'ADDRESS', 'IBAN', 'API_KEY', 'NIR'] as const
export const SOURCES = ['proxy', 'browser_extension', 'api', 'endpoint_agent'] as const
const USERS = 2_000
const DAYS = 90
const DAY_MS = 86_400_000
const SHARE_WITHOUT_FINDINGS = 0.75
const SHARE_INBOUND = 0.05
const SHARE_WITHOUT_USER = 0.1

/** A company's prompts of the last 90 days, oldest first, the same for the same seed and end. */
export function* generateInteractions(tenantId: string, rows: number, end: number): Generator<Interaction> {
  const random = randomNumbers(20_261_121)
  const below = (max: number) => Math.floor(random() * max)
  for (let index = 0; index < rows; index++) {
    const at = end - DAYS * DAY_MS + Math.floor((index / rows) * DAYS * DAY_MS)
    const classifications = random() < SHARE_WITHOUT_FINDINGS ? [] : findings(1 + below(3), random)
    const risk = riskScore(classifications)
    yield {
      id: uuid(at, random),
      tenant_id: tenantId,
      timestamp: new Date(at).toISOString(),
      platform_id: PLATFORMS[skewed(PLATFORMS.length, random)] ?? PLATFORMS[0],
      content_hash: hex(64, random),
      interaction_type: 'prompt',
      content_metadata: { host: 'chatgpt.com', path: '/backend-api/conversation', method: 'POST', model: 'gpt-5' },
      classifications,
      risk_score: risk,
      direction: random() < SHARE_INBOUND ? 'inbound' : 'outbound',
      source: SOURCES[skewed(SOURCES.length, random)] ?? 'proxy',
      user_id: random() < SHARE_WITHOUT_USER ? null : userId(skewed(USERS, random)),
      policy_decisions: [],
      enforced_action: risk >= 0.8 ? 'block' : risk >= 0.5 ? 'coach' : 'allow',
      tier: 2,
    }
  }
}

/** `rank` 0 is the busiest of the company. */
export function userId(rank: number): string {
  return `00000000-0000-4000-8000-${rank.toString(16).padStart(12, '0')}`
}

/** Zipf's law, near enough: rank 0 is drawn most often. */
function skewed(count: number, random: () => number): number {
  return Math.min(count - 1, Math.floor((count + 1) ** random()) - 1)
}

function findings(count: number, random: () => number): Classification[] {
  return Array.from({ length: count }, (_, index) => ({
    type: TYPES[skewed(TYPES.length, random)] ?? 'EMAIL',
    value: 'j***',
    score: Math.round((0.5 + random() / 2) * 100) / 100,
    start: index * 40,
    end: index * 40 + 12,
  }))
}

function uuid(at: number, random: () => number): string {
  const digits = at.toString(16).padStart(12, '0') + hex(18, random)
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-7${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18, 30)}`
}

function hex(length: number, random: () => number): string {
  let digits = ''
  // Seven digits are what one number of the generator holds.
  while (digits.length < length)
    digits += Math.floor(random() * 0x10000000)
      .toString(16)
      .padStart(7, '0')
  return digits.slice(0, length)
}
