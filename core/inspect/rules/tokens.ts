import type { PatternRule } from '../rule.ts'
import { sampleOf } from './sample.ts'

/** One shape of token: what all tokens of a kind begin with, and what follows. */
interface Shape {
  readonly id: string
  readonly name: string
  readonly prefixes: readonly string[]
  /** RE2 syntax, without the prefix. */
  readonly body: string
  readonly length: number
}

const ALNUM = '[0-9A-Za-z]'
const WORD = '[0-9A-Za-z_-]'
const HEX = '[0-9a-f]'
const HEX_ANY = '[0-9A-Fa-f]'
const LOWER = '[0-9a-z]'
const UPPER = '[0-9A-Z]'
const BASE64 = '[0-9A-Za-z+/]'
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** `length`: the longest body in characters. Alternatives of a prefix are separated by blanks. */
function shape(id: string, name: string, prefixes: string, body: string, length: number): Shape {
  return { id, name, prefixes: prefixes.split(' '), body, length }
}

/**
 * Tokens that say themselves what they are: a prefix their vendor gives to nothing else, an alphabet and a length. Taken from
 * the vendors' documentation and from the public rule sets of gitleaks, Nosey Parker and Kingfisher (facts, not code).
 */
// biome-ignore format: a table of facts reads better in columns
const SHAPES: readonly Shape[] = [
  // AI services
  shape('openai', 'OpenAI API key', 'sk-', `(?:(?:proj|svcacct|admin|None)-${WORD}{20,200}|${ALNUM}{20}T3BlbkFJ${ALNUM}{20}|${ALNUM}{48})`, 210),
  shape('anthropic', 'Anthropic API key', 'sk-ant-', `(?:api|admin|sid|oat|ort)[0-9]{2,4}-${WORD}{80,120}`, 130),
  shape('openrouter', 'OpenRouter API key', 'sk-or-', `v1-${HEX}{64}`, 67),
  shape('deepseek', 'DeepSeek API key', 'sk-', `${HEX}{32}`, 32),
  shape('google-api', 'Google API key', 'AIza', `${WORD}{35}`, 35),
  shape('huggingface', 'Hugging Face token', 'hf_ api_org_', `${ALNUM}{34,37}`, 37),
  shape('groq', 'Groq API key', 'gsk_', `${ALNUM}{48,56}`, 56),
  shape('xai', 'xAI API key', 'xai-', '[0-9A-Za-z_]{70,90}', 90),
  shape('perplexity', 'Perplexity API key', 'pplx-', `${ALNUM}{40,56}`, 56),
  shape('replicate', 'Replicate API token', 'r8_', `${WORD}{37,40}`, 40),
  shape('nvidia', 'NVIDIA API key', 'nvapi-', `${WORD}{60,72}`, 72),
  shape('langsmith', 'LangSmith API key', 'lsv2_', `(?:pt|sk)_${HEX}{32}_${HEX}{10}`, 46),
  shape('fireworks', 'Fireworks AI API key', 'fw_', `${ALNUM}{22,26}`, 26),
  shape('tavily', 'Tavily API key', 'tvly-', `(?:dev-|prod-)?${ALNUM}{30,40}`, 45),
  shape('cerebras', 'Cerebras API key', 'csk-', `${LOWER}{48}`, 48),
  shape('pinecone', 'Pinecone API key', 'pcsk_', `${ALNUM}{5,6}_${ALNUM}{60,68}`, 76),
  shape('cursor', 'Cursor API key', 'crsr_ key_', `${HEX}{64}`, 64),
  shape('elevenlabs', 'ElevenLabs API key', 'sk_', `${HEX}{48}`, 48),
  shape('meta-llama', 'Meta Llama API key', 'LLM|', `[0-9]{12,18}\\|${WORD}{24,32}`, 52),
  shape('llama-cloud', 'LlamaCloud API key', 'llx-', `${ALNUM}{40,56}`, 56),
  shape('friendli', 'Friendli token', 'flp_', `${ALNUM}{40,56}`, 56),
  shape('coze', 'Coze access token', 'pat_', `${ALNUM}{64}`, 64),
  shape('e2b', 'E2B API key', 'e2b_', `${HEX}{40}`, 40),
  shape('retell', 'Retell AI key', 'key_', `${HEX}{28}`, 28),

  // Code hosting, registries, builds
  shape('github', 'GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_', `${ALNUM}{36,76}`, 76),
  shape('github-fine-grained', 'GitHub fine-grained token', 'github_pat_', `[0-9A-Za-z_]{60,90}`, 90),
  shape('gitlab', 'GitLab token', 'glpat- gldt- glft- glsoat- glrt- glffct-', `${WORD}{20,64}(?:\\.[0-9a-z]{2}\\.?[0-9a-z]{7})?`, 80),
  shape('gitlab-mail', 'GitLab incoming mail token', 'glimt-', `${WORD}{25}`, 25),
  shape('gitlab-agent', 'GitLab agent token', 'glagent-', `${WORD}{50}`, 50),
  shape('gitlab-oauth', 'GitLab OAuth secret', 'gloas-', `${WORD}{64}`, 64),
  shape('gitlab-job', 'GitLab job token', 'glcbt-', `${ALNUM}{1,5}_${WORD}{20}`, 26),
  shape('gitlab-trigger', 'GitLab pipeline trigger', 'glptt-', `${HEX}{40}`, 40),
  shape('gitlab-runner', 'GitLab runner registration', 'GR1348941', `${WORD}{20}`, 20),
  shape('bitbucket', 'Bitbucket app password', 'ATBB', `${ALNUM}{24}${HEX_ANY}{8}`, 32),
  shape('atlassian', 'Atlassian API token', 'ATATT3xFfGF0 ATCTT3xFfGN0', `${WORD}{150,220}(?:=${HEX_ANY}{8})?`, 230),
  shape('npm', 'npm token', 'npm_', `${ALNUM}{36}`, 36),
  shape('pypi', 'PyPI token', 'pypi-AgE', `${WORD}{50,400}`, 400),
  shape('rubygems', 'RubyGems token', 'rubygems_', `${HEX}{48}`, 48),
  shape('crates', 'crates.io token', 'cio', `${ALNUM}{32}`, 32),
  shape('nuget', 'NuGet API key', 'oy2', `${LOWER}{43}`, 43),
  shape('clojars', 'Clojars token', 'CLOJARS_', `${LOWER}{60}`, 60),
  shape('docker', 'Docker Hub token', 'dckr_pat_ dckr_oat_', `${WORD}{27,32}`, 32),
  shape('docker-swarm', 'Docker Swarm token', 'SWMTKN-1- SWMKEY-1-', `${WORD}{43,90}`, 90),
  shape('artifactory', 'Artifactory API key', 'AKCp', `${ALNUM}{60,74}`, 74),
  shape('artifactory-reference', 'Artifactory reference token', 'cmVmd', `${ALNUM}{59}`, 59),
  shape('circleci', 'CircleCI token', 'CCIPAT_ CCIPRJ_', `${ALNUM}{20,24}_${HEX}{40}`, 66),
  shape('buildkite', 'Buildkite token', 'bkua_', `${LOWER}{40}`, 40),
  shape('sonar', 'SonarQube token', 'squ_ sqp_ sqa_', `${HEX}{40}`, 40),
  shape('snyk', 'Snyk token', 'snyk_uat. snyk_sat.', `${HEX}{8}\\.${WORD}{60,900}`, 910),
  shape('semgrep', 'Semgrep or Segment token', 'sgp_', `${ALNUM}{64}`, 64),
  shape('mergify', 'Mergify key', 'mka_', `${WORD}{32,64}`, 64),
  shape('sourcegraph', 'Sourcegraph token', 'sgp_', `(?:(?:${HEX_ANY}{16}|local)_)?${HEX_ANY}{40}`, 57),
  shape('sourcegraph-cody', 'Sourcegraph Cody key', 'slk_', `${HEX}{64}`, 64),
  shape('pulumi', 'Pulumi token', 'pul-', `${HEX}{40}`, 40),
  shape('infracost', 'Infracost token', 'ico-', `${ALNUM}{32}`, 32),
  shape('endor', 'Endor Labs secret', 'endr+', `${ALNUM}{16}`, 16),
  shape('stackhawk', 'StackHawk key', 'hawk.', `${WORD}{20}\\.${WORD}{20}`, 41),
  shape('dependency-track', 'Dependency-Track key', 'odt_', `(?:${ALNUM}{8}_)?${ALNUM}{32}`, 41),
  shape('prefect', 'Prefect token', 'pnu_', `${ALNUM}{36}`, 36),
  shape('octopus', 'Octopus Deploy key', 'API-', `${UPPER}{26}`, 26),
  shape('harness', 'Harness token', 'pat. sat.', `${WORD}{22}\\.${ALNUM}{24}\\.${ALNUM}{20}`, 68),
  shape('launchdarkly', 'LaunchDarkly key', 'sdk- mob- api-', UUID, 36),
  shape('doppler', 'Doppler token', 'dp.pt. dp.ct. dp.sa. dp.scim. dp.audit. dp.st.', `(?:[0-9a-z_-]{2,35}\\.)?${ALNUM}{40,44}`, 80),
  shape('readme', 'ReadMe token', 'rdme_', `${LOWER}{70}`, 70),

  // Clouds and infrastructure
  shape('aws', 'AWS access key', 'AKIA ASIA ABIA ACCA AROA AIDA AGPA AIPA ANPA ANVA', `${UPPER}{16}`, 16),
  shape('aws-bedrock', 'Amazon Bedrock key', 'ABSK', `${BASE64}{109,269}={0,2}`, 271),
  shape('aws-bedrock-short', 'Amazon Bedrock short key', 'bedrock-api-key-', `${BASE64}{50,900}={0,2}`, 900),
  shape('aws-mws', 'Amazon MWS token', 'amzn.mws.', UUID, 36),
  shape('aws-appsync', 'AWS AppSync key', 'da2-', `${LOWER}{26}`, 26),
  shape('alibaba', 'Alibaba access key', 'LTAI', `${ALNUM}{12,24}`, 24),
  shape('google-oauth-secret', 'Google OAuth secret', 'GOCSPX-', `${WORD}{28}`, 28),
  shape('google-oauth', 'Google OAuth token', 'ya29.', `${WORD}{20,900}`, 900),
  shape('google-refresh', 'Google refresh token', '1//0', `${WORD}{40,100}`, 100),
  shape('digitalocean', 'DigitalOcean token', 'dop_v1_ doo_v1_ dor_v1_', `${HEX}{64}`, 64),
  shape('heroku', 'Heroku API key', 'HRKU-', `(?:AA${WORD}{58}|${UUID})`, 60),
  shape('scaleway', 'Scaleway access key', 'SCW', '[0-9A-Z]{17}', 17),
  shape('flyio', 'Fly.io token', 'fo1_ fm1r_ fm1a_ fm2_', `[0-9A-Za-z_+/-]{43,900}={0,3}`, 900),
  shape('databricks', 'Databricks token', 'dapi', `${HEX}{32}(?:-[0-9])?`, 34),
  shape('planetscale', 'PlanetScale token', 'pscale_tkn_ pscale_oauth_ pscale_pw_', `[0-9A-Za-z_=.-]{32,64}`, 64),
  shape('supabase', 'Supabase token', 'sbp_ sb_secret_', `[0-9A-Za-z_]{31,44}`, 44),
  shape('vercel', 'Vercel token', 'vcp_ vci_ vca_ vcr_ vck_', `${ALNUM}{20,60}`, 60),
  shape('netlify', 'Netlify token', 'nfp_ nfc_ nfo_ nfb_', `${ALNUM}{36}`, 36),
  shape('vault', 'HashiCorp Vault token', 'hvs. hvb. hvr.', `${WORD}{24,300}`, 300),
  shape('cloudflare-ca', 'Cloudflare origin CA key', 'v1.0-', `${HEX}{24}-${HEX}{146}`, 171),
  shape('cloudflare', 'Cloudflare token', 'cfut_ cfat_ cfk_', `${WORD}{40,64}`, 64),
  shape('tailscale', 'Tailscale key', 'tskey-', '[a-z]+-[0-9A-Za-z]{6,24}(?:-[0-9A-Za-z]{6,40})?', 80),
  shape('clickhouse', 'ClickHouse Cloud key', '4b1d', `${ALNUM}{38}`, 38),
  shape('mongodb-atlas', 'MongoDB Atlas secret', 'mdb_sa_sk_', `${WORD}{40}`, 40),
  shape('aiven', 'Aiven token', 'AVNS_', `${WORD}{16,40}`, 40),
  shape('openshift', 'OpenShift token', 'sha256~', `${WORD}{43}`, 43),
  shape('dynatrace', 'Dynatrace token', 'dt0c01. dt0s01. dt0s02.', `${UPPER}{24}\\.${UPPER}{64}`, 89),
  shape('grafana', 'Grafana service account token', 'glsa_', `${ALNUM}{32}_${HEX_ANY}{8}`, 41),
  shape('grafana-cloud', 'Grafana Cloud token', 'glc_', `${BASE64}{32,400}={0,3}`, 403),
  shape('grafana-old', 'Grafana API key', 'eyJrIjoi', `${BASE64}{60,400}={0,3}`, 403),
  shape('newrelic', 'New Relic key', 'NRAK- NRII- NRIQ- NRAA- NRRA- NRJS-', `${WORD}{27,43}`, 43),
  shape('honeycomb', 'Honeycomb key', 'hcaik_ hcamk_ hcxik_', `[0-9a-z]{26,64}`, 64),
  shape('sentry-user', 'Sentry user token', 'sntryu_ sntrya_', `${HEX}{64}`, 64),
  shape('sentry-org', 'Sentry organisation token', 'sntrys_', `${BASE64}{60,500}={0,2}_${BASE64}{43}`, 546),
  shape('posthog', 'PostHog key', 'phc_ phx_', `${ALNUM}{40,50}`, 50),
  shape('rootly', 'Rootly token', 'rootly_', `${HEX}{64}`, 64),
  shape('age', 'age secret key', 'AGE-SECRET-KEY-1', `${UPPER}{58}`, 58),
  shape('onepassword', '1Password secret key', 'A3-', `${UPPER}{6}-(?:${UPPER}{11}|${UPPER}{6}-${UPPER}{5})-${UPPER}{5}-${UPPER}{5}-${UPPER}{5}`, 40),
  shape('onepassword-service', '1Password service token', 'ops_eyJ', `${BASE64}{200,900}={0,3}`, 900),

  // Payment
  shape('stripe', 'Stripe key', 'sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_ pk_live_', `${ALNUM}{10,247}`, 247),
  shape('stripe-webhook', 'Webhook signing secret', 'whsec_', `${BASE64}{24,64}={0,2}`, 66),
  shape('square', 'Square token', 'sq0atp- sq0csp- sq0idp- EAAA', `${WORD}{22,64}`, 64),
  shape('paypal', 'PayPal Braintree token', 'access_token$production$ access_token$sandbox$', `${LOWER}{16}\\$${HEX}{32}`, 49),
  shape('shippo', 'Shippo token', 'shippo_live_ shippo_test_', `${HEX_ANY}{40}`, 40),
  shape('easypost', 'EasyPost key', 'EZAK EZTK', `${ALNUM}{54}`, 54),
  shape('flutterwave', 'Flutterwave key', 'FLWSECK- FLWSECK_TEST- FLWPUBK_TEST-', `${LOWER}{12,32}(?:-X)?`, 34),
  shape('razorpay', 'Razorpay key', 'rzp_live_ rzp_test_', `${ALNUM}{14,20}`, 20),
  shape('pagarme', 'Pagar.me key', 'ak_live_ ak_test_', `${ALNUM}{30}`, 30),
  shape('gocardless', 'GoCardless token', 'live_', `[0-9A-Za-z_=-]{40}`, 40),
  shape('duffel', 'Duffel token', 'duffel_live_ duffel_test_', `[0-9A-Za-z_=-]{38,48}`, 48),
  shape('lob', 'Lob or Scale AI key', 'live_ test_', `${HEX}{32,35}`, 35),
  shape('plaid', 'Plaid token', 'access-sandbox- access-development- access-production-', UUID, 36),

  // Mail, chat, telephony
  shape('slack', 'Slack token', 'xoxb- xoxp- xoxa- xoxr- xoxo- xoxs- xoxe- xoxc- xoxd-', '(?:[0-9A-Za-z]{1,20}-){1,4}[0-9A-Za-z]{6,170}', 260),
  shape('slack-config', 'Slack configuration token', 'xoxe.xoxp- xoxe.xoxb-', `[0-9]-${ALNUM}{140,180}`, 182),
  shape('slack-app', 'Slack app token', 'xapp-', '[0-9]-[0-9A-Z]{8,16}-[0-9]{8,16}-[0-9a-z]{30,80}', 124),
  shape('slack-webhook', 'Slack webhook', 'hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/', '[0-9A-Za-z/_-]{30,120}', 120),
  shape('teams-webhook', 'Microsoft Teams webhook', '.webhook.office.com/webhookb2/ outlook.office.com/webhook/', `${UUID}@${UUID}/IncomingWebhook/${HEX}{32}/${UUID}`, 160),
  shape('discord-webhook', 'Discord webhook', 'discord.com/api/webhooks/ discordapp.com/api/webhooks/', `[0-9]{17,20}/${WORD}{60,70}`, 91),
  shape('zapier-webhook', 'Zapier webhook', 'hooks.zapier.com/hooks/catch/', '[0-9]{5,10}/[0-9a-z]{6,10}', 21),
  shape('sendgrid', 'SendGrid key', 'SG.', `${WORD}{20,24}\\.${WORD}{39,47}`, 72),
  shape('mailgun', 'Mailgun key', 'key- pubkey-', `${HEX}{32}`, 32),
  shape('brevo', 'Brevo key', 'xkeysib- xsmtpsib-', `${HEX}{64}-${ALNUM}{16}`, 81),
  shape('mailersend', 'MailerSend token', 'mlsn.', `${HEX}{64}`, 64),
  shape('resend', 'Resend key', 're_', `${ALNUM}{8}_${ALNUM}{24}`, 33),
  shape('twilio', 'Twilio key or account', 'SK AC', `${HEX}{32}`, 32),
  shape('courier', 'Courier key', 'pk_prod_ dk_prod_', `${UPPER}{28}`, 28),

  // Business applications
  shape('shopify', 'Shopify token', 'shpat_ shpca_ shppa_ shpss_', `${ALNUM}{30,34}`, 34),
  shape('hubspot', 'HubSpot token', 'pat-na1- pat-eu1- pat-na2-', `[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}`, 36),
  shape('notion', 'Notion token', 'ntn_ secret_', `(?:[0-9]{11}${ALNUM}{35}|${ALNUM}{43})`, 46),
  shape('airtable', 'Airtable token', 'pat', `${ALNUM}{14}\\.${HEX}{64}`, 79),
  shape('linear', 'Linear key', 'lin_api_ lin_oauth_', `${ALNUM}{40,64}`, 64),
  shape('figma', 'Figma token', 'figd_ figu_ figo_', `${WORD}{38,46}`, 46),
  shape('typeform', 'Typeform token', 'tfp_', `[0-9A-Za-z_]{40,60}`, 60),
  shape('postman', 'Postman key', 'PMAK-', `${HEX}{24}-${HEX}{34}`, 59),
  shape('contentful', 'Contentful token', 'CFPAT-', `${WORD}{43}`, 43),
  shape('adobe', 'Adobe client secret', 'p8e-', `${WORD}{32}`, 32),
  shape('adafruit', 'Adafruit IO key', 'aio_', `${ALNUM}{28}`, 28),
  shape('dropbox', 'Dropbox token', 'sl.', `${WORD}{130,900}`, 900),
  shape('frameio', 'Frame.io token', 'fio-u-', `[0-9A-Za-z_=-]{64}`, 64),
  shape('fullstory', 'FullStory key', 'na1. eu1.', `${BASE64}{100}`, 100),
  shape('clickup', 'ClickUp token', 'pk_', '[0-9]{7,8}_[0-9A-Z]{32}', 41),
  shape('zoho', 'Zoho token', '1000.', `${HEX}{32}\\.${HEX}{32}`, 65),
  shape('salesforce', 'Salesforce session', '00D', `${ALNUM}{12,15}![0-9A-Za-z_.]{80,120}`, 136),
  shape('ionic', 'Ionic token', 'ion_', `${LOWER}{42}`, 42),
  shape('nightfall', 'Nightfall key', 'NF-', `${ALNUM}{32}`, 32),
  shape('ubidots', 'Ubidots token', 'BBFF- BBUS-', `${ALNUM}{30}`, 30),
  shape('voiceflow', 'Voiceflow key', 'VF.', `(?:(?:DM|WS)\\.)?${HEX_ANY}{24}\\.${ALNUM}{16}`, 44),
  shape('pubnub', 'PubNub key', 'pub-c- sub-c- sec-c-', `(?:${UUID}|${ALNUM}{48})`, 48),
  shape('wakatime', 'WakaTime key', 'waka_', UUID, 36),
  shape('scalingo', 'Scalingo token', 'tk-us-', `${WORD}{48}`, 48),
  shape('settlemint', 'SettleMint token', 'sm_aat_ sm_pat_ sm_sat_', `${ALNUM}{16}`, 16),
  shape('authress', 'Authress key', 'authress_ scauth_', `[0-9a-z]{5,30}\\.[0-9a-z]{4,6}\\.acc[_-][0-9a-z-]{10,32}\\.[0-9a-z+/_=-]{30,120}`, 192),
  shape('defined', 'Defined Networking token', 'dnkey-', `[0-9a-z=_-]{26}-[0-9a-z=_-]{52}`, 79),
  shape('nats', 'NATS NKey seed', 'SU SA SO', '[A-Z2-7]{56}', 56),
  shape('riot', 'Riot Games key', 'RGAPI-', UUID, 36),
  shape('facebook', 'Facebook token', 'EAAC EAAM EAAG EAAB EAAD', `${ALNUM}{80,250}`, 250),
  shape('x-bearer', 'X bearer token', 'AAAAAAAAAAAAAAAAAAAAA', `[0-9A-Za-z%]{60,130}`, 130),
  shape('facebook-graph', 'Instagram token', 'IGQV IGAA', `${WORD}{80,250}`, 250),
  shape('linkedin', 'LinkedIn client secret', 'WPL_AP', '[01]\\.[0-9A-Za-z.]{16,24}\\.?[0-9A-Za-z+/=]{0,12}', 44),
  shape('thunderstore', 'Thunderstore token', 'tss_', `${ALNUM}{36,40}`, 40),
  shape('fleetbase', 'Fleetbase key', 'flb_live_', `${ALNUM}{20}`, 20),
  shape('flexport', 'Flexport token', 'shltm_', `${WORD}{40}`, 40),
  shape('dfuse', 'dfuse key', 'web_ server_', `${LOWER}{32}`, 32),
  shape('zuplo', 'Zuplo key', 'zpka_', `${HEX}{32}_${HEX}{8}`, 41),
  shape('intra42', '42 secret', 's-s4t2ud- s-s4t2af- u-s4t2ud- u-s4t2af-', `${HEX}{64}`, 64),
  shape('weir', 'Weir service or proxy token', 'wst_ wpt_', `${WORD}{20,64}`, 64),
]

/** Fewer different characters than these at the end of a token are a placeholder: xxxx, 0000, abcabc. */
const VARIETY_MIN = 6
/** A short body in small letters alone is a word: sk_live_placeholder. */
const SHORT = 24

function isVaried(body: string): boolean {
  return new Set(body.slice(-SHORT)).size >= VARIETY_MIN && (body.length >= SHORT || /[0-9A-Z]/.test(body))
}

const SCORES = { plain: 0.97, context: 0.99 }

function tokenRule({ id, name, prefixes, body, length }: Shape): PatternRule {
  const literal = prefixes.map((prefix) => prefix.replace(/[.$+|]/g, '\\$&'))
  return {
    kind: 'pattern',
    id: `token-${id}`,
    type: 'API_KEY',
    tier: 2,
    description: `${name}, by its shape.`,
    keywords: prefixes.map((prefix) => prefix.toLowerCase()),
    opens: prefixes,
    pattern: `(?:${literal.join('|')})${body}`,
    reach: [0, length + 1],
    validate: (token) => isVaried(token.slice(prefixes.find((prefix) => token.startsWith(prefix))?.length)),
    scores: SCORES,
    get examples() {
      const samples = prefixes.map((prefix, seed) => prefix + sampleOf(body, seed))
      return {
        match: samples.map((sample) => `key=[[${sample}]], and so on`),
        reject: prefixes.flatMap((prefix, seed) => [prefix, `zz9${samples[seed]}`, `${prefix}placeholder`]),
      }
    },
  }
}

/** Tokens that no prefix opens. */
const OTHER_RULES: readonly PatternRule[] = [
  other(
    'jwt',
    'A JSON Web Token (RFC 7519): header, payload, signature.',
    ['eyj'],
    [0, 8000],
    `eyJ${WORD}{8,}\\.[0-9A-Za-z_=-]{8,}(?:\\.[0-9A-Za-z_+/=-]+)*`,
    `eyJ${WORD}{20}\\.eyJ${WORD}{30}\\.${WORD}{43}`,
  ),
  other(
    'azure-ad',
    'Microsoft Entra client secret, by its shape.',
    ['q~'],
    [4, 36],
    '[0-9A-Za-z_~.]{3}[0-9]Q~[0-9A-Za-z_~.-]{31,34}',
    `${ALNUM}{3}8Q~${ALNUM}{34}`,
  ),
  other(
    'terraform',
    'Terraform Cloud token, by its shape.',
    ['.atlasv1.'],
    [14, 72],
    `${ALNUM}{14}\\.atlasv1\\.[0-9A-Za-z_=-]{60,70}`,
    `${ALNUM}{14}\\.atlasv1\\.${ALNUM}{67}`,
  ),
  other('mailchimp', 'Mailchimp key, by its shape.', ['-us'], [33, 3], `${HEX}{32}-us[0-9]{1,2}`, `${HEX}{32}-us12`),
  other(
    'maxmind',
    'MaxMind licence key, by its shape.',
    ['_mmk'],
    [37, 1],
    `${ALNUM}{6}_${ALNUM}{29}_mmk`,
    `${ALNUM}{6}_${ALNUM}{29}_mmk`,
  ),
  other(
    'azure-devops',
    'Azure DevOps access token, by its shape.',
    ['azdo'],
    [77, 5],
    `${ALNUM}{76}AZDO${ALNUM}{4}`,
    `${ALNUM}{76}AZDO${ALNUM}{4}`,
  ),
  other(
    'telegram',
    'Telegram bot token, by its shape.',
    [':aa'],
    [11, 36],
    `[0-9]{8,10}:AA${WORD}{32,34}`,
    `[0-9]{10}:AA${WORD}{33}`,
  ),
]

function other(
  id: string,
  description: string,
  keywords: readonly string[],
  reach: readonly [number, number],
  pattern: string,
  sample: string,
): PatternRule {
  return {
    kind: 'pattern',
    id: `token-${id}`,
    type: 'API_KEY',
    tier: 2,
    description,
    keywords,
    pattern,
    reach,
    validate: isVaried,
    scores: SCORES,
    get examples() {
      return { match: [`use [[${sampleOf(sample, 1)}]].`], reject: [...keywords, `zz9${sampleOf(sample, 2)}`] }
    },
  }
}

export const TOKEN_RULES: readonly PatternRule[] = [...SHAPES.map(tokenRule), ...OTHER_RULES]
