import { loadSettings } from '../config/settings.ts'
import { classify } from '../core/inspect/classify.ts'
import type { Classification, Tier } from '../core/model/classification.ts'
import { newFindings } from '../core/tier3/merge.ts'
import { openProvider } from '../tier3/open.ts'
import { UsageError } from './command.ts'

export interface TieredClassifier {
  /** In order of the text. Rejects with Tier3Error if tier 3 does not answer. */
  classify(text: string): Promise<readonly Classification[]>
  close(): Promise<void>
}

/**
 * Tiers 1 and 2 here, tier 3 by the provider of WEIR_TIER3.
 * @throws SettingsError for wrong settings; UsageError for tier 3 if that is off
 */
export function openClassifier(tier: Tier): TieredClassifier {
  if (tier !== 3) {
    return { classify: async (text) => classify(text, { tier }).classifications, close: async () => undefined }
  }
  const settings = loadSettings(process.env, process.cwd())
  const provider = openProvider(settings, false)
  if (provider === undefined) throw new UsageError('--tier 3 needs a provider, and WEIR_TIER3 is off')
  return {
    async classify(text) {
      const known = classify(text).classifications
      const found = await provider.classify(text, { budgetMs: settings.tier3TimeoutMs, known })
      return [...known, ...newFindings(known, found)].sort((a, b) => a.start - b.start || a.end - b.end)
    },
    close: () => provider.close(),
  }
}
