import { randomBytes } from 'node:crypto'
import { uuidV7 } from '../../config/unique-id.ts'
import type { InteractionRecord } from '../../core/model/interaction.ts'
import { buildInteractionRecord, type InteractionFacts } from '../../proxy/record/interaction-record.ts'
import { generateInteractions } from '../lists/generate.ts'

const ANY_TENANT = '00000000-0000-4000-8000-000000000000'
const HASH_BYTES = 32

/** What a proxy knows of `count` prompts of a company's, one new conversation each, as findings, platforms and users come. */
export function promptFacts(count: number, end: number): InteractionFacts[] {
  return [...generateInteractions(ANY_TENANT, count, end)].map((interaction, index) => ({
    id: interaction.id,
    time: end,
    platformId: interaction.platform_id,
    contentHash: interaction.content_hash,
    interactionType: interaction.interaction_type,
    direction: interaction.direction,
    classifications: interaction.classifications,
    riskScore: interaction.risk_score,
    tier: 2,
    userId: undefined,
    decisions: [],
    action: interaction.enforced_action,
    request: {
      host: 'api.openai.com',
      path: '/v1/chat/completions',
      method: 'POST',
      operation: 'chat_completions',
      model: 'gpt-5',
      // As a proxy has it: a hash of its own. Parts of a longer text V8 writes as JSON in another way, which takes twice as long.
      conversation: Buffer.from(interaction.content_hash, 'hex').toString('hex'),
      clientAddress: `10.0.${index & 7}.${index & 63}`,
      userAgent: 'OpenAI/Python 2.8.1',
      user: undefined,
    },
    details: {
      bodyBytes: 2_000 + (index % 997),
      inspection: { status: 'full' },
      contextFindings: [],
      matchedInContext: [],
      omittedFindings: [],
      observedAction: undefined,
      excepted: [],
    },
  }))
}

/** One of these prompts once more: with an id and a text of its own, now. */
export function again(facts: readonly InteractionFacts[], index: number, now: number): InteractionFacts {
  const known = facts[index % facts.length]
  if (known === undefined) throw new RangeError('there are no prompts')
  return { ...known, id: uuidV7(new Date(now)), time: now, contentHash: randomBytes(HASH_BYTES).toString('hex') }
}

export function recordsOf(facts: readonly InteractionFacts[]): InteractionRecord[] {
  return facts.map(buildInteractionRecord)
}
