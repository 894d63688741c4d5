/** A header by which a vendor lets in only the accounts that a company names. */
export interface TenantRestriction {
  /** The setting that has the value (config/tenant-definitions.ts). */
  readonly setting: string
  readonly header: string
  /** Patterns of HostPatterns: where the vendor reads it. */
  readonly hosts: readonly string[]
  /**
   * Of these hosts those that only sign people in, or serve much besides. They are decrypted if the setting has a value, for the
   * header alone: nothing that is sent to them is inspected or recorded.
   */
  readonly forHeaderOnly: readonly string[]
  /** Beginnings of paths by which people use the service without any account, which the header does not hold for. */
  readonly withoutAccount?: readonly string[]
}

/** As the vendors describe it; collected in October 2026 (docs/company-accounts.md). */
export const TENANT_RESTRICTIONS = [
  {
    setting: 'allowedChatGptWorkspaces',
    header: 'ChatGPT-Allowed-Workspace-Id',
    hosts: ['chatgpt.com'],
    forHeaderOnly: [],
    withoutAccount: ['/backend-anon', '/unauth-mweb'],
  },
  {
    setting: 'allowedOpenAiOrganizations',
    header: 'OpenAI-Allowed-Organization-Ids',
    hosts: ['api.openai.com'],
    forHeaderOnly: [],
  },
  {
    setting: 'allowedAnthropicOrganizations',
    header: 'anthropic-allowed-org-ids',
    hosts: ['claude.ai', '*.claude.ai', 'claude.com', '*.claude.com', 'anthropic.com', 'api.anthropic.com'],
    forHeaderOnly: [],
  },
  {
    setting: 'allowedGeminiCodeAssistDomains',
    header: 'X-GeminiCodeAssist-Allowed-Domains',
    hosts: ['cloudcode-pa.googleapis.com'],
    forHeaderOnly: [],
  },
  {
    setting: 'allowedGoogleDomains',
    header: 'X-GoogApps-Allowed-Domains',
    hosts: ['*.google.com'],
    forHeaderOnly: ['accounts.google.com'],
  },
  {
    setting: 'allowedMicrosoftTenants',
    header: 'sec-Restrict-Tenant-Access-Policy',
    hosts: ['login.live.com', 'login.microsoft.com', 'login.microsoftonline.com', 'login.windows.net'],
    forHeaderOnly: ['login.live.com', 'login.microsoft.com', 'login.microsoftonline.com', 'login.windows.net'],
  },
  {
    setting: 'allowedGitHubEnterprises',
    header: 'sec-GitHub-allowed-enterprise',
    hosts: ['github.com', 'api.github.com', '*.githubcopilot.com'],
    forHeaderOnly: ['github.com', 'api.github.com'],
  },
] as const satisfies readonly TenantRestriction[]

export type TenantSetting = (typeof TENANT_RESTRICTIONS)[number]['setting']

/** The values of the settings; none: the header is left alone. */
export type AllowedTenants = { readonly [S in TenantSetting]: readonly string[] }

/** The hosts that are decrypted for a header alone. */
export function hostsForHeaderOnly(allowed: AllowedTenants): string[] {
  return TENANT_RESTRICTIONS.filter(({ setting }) => allowed[setting].length > 0).flatMap((restriction) => [
    ...restriction.forHeaderOnly,
  ])
}
