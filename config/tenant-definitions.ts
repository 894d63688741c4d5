import { required } from './definition.ts'
import * as parse from './parsers.ts'

/** Ids of workspaces and organisations, domains, and `tenant:policy`: no more than a header may hold, and no separator of its own. */
const allowedTenant: parse.Parse<string> = (raw) => {
  if (!/^[A-Za-z0-9][A-Za-z0-9._:-]{0,252}$/.test(raw)) throw new parse.ValueError()
  return raw
}

function tenants(variable: string, what: string, meaning: string) {
  return required(variable, '', parse.list(allowedTenant), `a comma-separated list of ${what}`, meaning)
}

/** Accounts of the company only: one setting a vendor (core/catalogue/tenant-restrictions.ts). */
export const TENANT_DEFINITIONS = {
  allowedChatGptWorkspaces: tenants(
    'WEIR_ALLOWED_CHATGPT_WORKSPACES',
    'workspace ids',
    'the only workspaces of ChatGPT that may be used; use without an account is refused',
  ),
  allowedOpenAiOrganizations: tenants(
    'WEIR_ALLOWED_OPENAI_ORGANIZATIONS',
    'organization ids',
    'the only organizations whose keys the OpenAI API takes',
  ),
  allowedAnthropicOrganizations: tenants(
    'WEIR_ALLOWED_ANTHROPIC_ORGANIZATIONS',
    'organization ids',
    'the only organizations of Claude and the Anthropic API that may be used',
  ),
  allowedGeminiCodeAssistDomains: tenants(
    'WEIR_ALLOWED_GEMINI_CODE_ASSIST_DOMAINS',
    'domains',
    'the only domains whose accounts may use Gemini Code Assist and Gemini CLI',
  ),
  allowedGoogleDomains: tenants(
    'WEIR_ALLOWED_GOOGLE_DOMAINS',
    'domains',
    'the only domains whose accounts may sign in to Google; accounts.google.com is decrypted for it',
  ),
  allowedMicrosoftTenants: tenants(
    'WEIR_ALLOWED_MICROSOFT_TENANTS',
    'tenants, each as TENANT_ID:POLICY_ID',
    'the tenant restrictions (version 2) of Microsoft Entra; the sign-in hosts of Microsoft are decrypted for it',
  ),
  allowedGitHubEnterprises: tenants(
    'WEIR_ALLOWED_GITHUB_ENTERPRISES',
    'enterprise ids',
    'the only enterprises of GitHub whose accounts may be used; github.com and api.github.com are decrypted for it',
  ),
} as const
