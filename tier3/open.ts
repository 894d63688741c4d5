import type { Settings } from '../config/settings.ts'
import { WeirError } from '../core/errors.ts'
import { createBuiltinProvider } from './builtin/provider.ts'
import { findModelFiles, modelFolder } from './model/files.ts'
import { createModelProvider } from './model/provider.ts'
import { createOpenAiProvider } from './openai.ts'
import { createPresidioProvider } from './presidio.ts'
import type { SemanticProvider } from './provider.ts'

export type Tier3Settings = Pick<
  Settings,
  'dataDir' | 'tier3' | 'tier3Url' | 'tier3Model' | 'tier3ApiKey' | 'tier3Concurrency' | 'tier3TimeoutMs'
>

/**
 * The provider that WEIR_TIER3 names; undefined if it is off. Nothing is started or connected before the first text.
 * @throws ModelError if a file of the model is missing
 * @param inBackground whether nobody waits for its results
 */
export function openProvider(settings: Tier3Settings, inBackground: boolean): SemanticProvider | undefined {
  const { tier3, tier3Model: model, tier3ApiKey: apiKey, tier3Concurrency: connections } = settings
  switch (tier3) {
    case 'off':
      return undefined
    case 'builtin':
      return createBuiltinProvider({ names: true, inBackground })
    case 'model':
      return createModelProvider({ files: findModelFiles(modelFolder(settings.dataDir, model)), inBackground })
    case 'presidio':
      return createPresidioProvider(
        { baseUrl: urlOf(settings), apiKey, connections },
        createBuiltinProvider({ names: false, inBackground }),
      )
    case 'openai':
      return createOpenAiProvider({ baseUrl: urlOf(settings), apiKey, connections, model })
  }
}

/** Settings are validated before this; a caller that made its own is told. */
function urlOf({ tier3, tier3Url }: Tier3Settings): URL {
  if (tier3Url === undefined)
    throw new WeirError('ERR_SETTINGS', `WEIR_TIER3_URL: is not set. WEIR_TIER3=${tier3} needs it.`)
  return tier3Url
}
