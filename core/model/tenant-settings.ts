import { z } from 'zod'

/** What a tenant's administrators decide for all of its proxies. */
export const TenantSettings = z.strictObject({
  /** Whether what products say of themselves is left out of the findings (core/own-words/products.ts). */
  own_words: z.boolean(),
})
export type TenantSettings = z.infer<typeof TenantSettings>

export const TenantSettingsChange = TenantSettings.partial()

export const DEFAULT_TENANT_SETTINGS: TenantSettings = { own_words: true }
