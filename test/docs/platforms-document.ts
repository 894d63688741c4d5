import { AI_SERVICES, nameOfAiService } from '../../core/catalogue/ai-services.ts'
import type { KnownService } from '../../core/catalogue/service.ts'
import { TELEMETRY, type TelemetryEndpoints } from '../../core/catalogue/telemetry.ts'
import { createCatalogue, PLATFORMS } from '../../proxy/platforms/catalogue.ts'

/** Writes docs/platforms.md: node bin/launch.mjs --tool test/docs/platforms-document.ts > docs/platforms.md */
export function platformsDocument(): string {
  const catalogue = createCatalogue({ interceptHosts: [], bypassHosts: [] })
  const isDecrypted = ({ hosts }: KnownService) =>
    hosts.some((host) => catalogue.platformFor(host.replace(/^\*/, 'any')) !== undefined)
  const operations = (service: KnownService) =>
    catalogue
      .platformFor(service.hosts[0] ?? '')
      ?.operations.map(({ id }) => `\`${id}\``)
      .join(', ')
  const decrypted = AI_SERVICES.filter(isDecrypted)
  const known = AI_SERVICES.filter((service) => !isDecrypted(service) && service.hosts.length > 0)
  return `# AI services

This page is generated from the catalogue (\`core/catalogue\`) by \`node bin/launch.mjs --tool test/docs/platforms-document.ts\`.

## Decrypted

Prompts to these services are inspected, checked against policies and recorded. Requests that are none of the operations are inspected too: every
string of a JSON, form, multipart or text body. \`WEIR_INTERCEPT_HOSTS\` adds hosts, \`WEIR_BYPASS_HOSTS\` excludes hosts.

| service | \`platform_id\` | hosts | operations |
|---|---|---|---|
${decrypted.map((service) => `| ${service.name} | \`${service.id}\` | ${hostsOf(service)} | ${operations(service)} |\n`).join('')}
## Telemetry

What programs and pages report of themselves. Fields that hold a prompt are judged as prompts, the rest by what is no number by chance
([proxy-rules.md](reference/proxy-rules.md#telemetry)). Hosts of none of the services above are decrypted only if \`WEIR_INTERCEPT_HOSTS\` names them.

| of | hosts | requests |
|---|---|---|
${TELEMETRY.map((one) => `| ${one.sender} | ${hostsOf(one)} | ${requestsOf(one)} |\n`).join('')}
## How well they are known

These services describe their interface nowhere, so that their formats are as open-source clients and tests of others have them. Nothing of it was
tried in the real apps by us. A format that has changed is still read, as any other request is. Requests in the background (titles, drafts,
telemetry) are refused with an error, never with an answer in the chat.

| service | confidence | last looked at | what a person sees of a refusal |
|---|---|---|---|
${PLATFORMS.map(({ id, evidence }) => (evidence === undefined ? '' : `| ${nameOfAiService(id).name} | ${evidence.confidence} | ${evidence.seen} | ${evidence.refusal} |\n`)).join('')}
## Hosts with other things on them

These hosts serve other things than the AI service. Read there are the paths and pages of the chat, in any spelling, and at any path a body with the
shape of a chat: \`messages\` with \`role\` or \`author\`, \`contents\` with \`parts\`, \`prompt\` or \`input\` with \`model\`, \`inputs\` with \`parameters\`.
Everything else passes without being read. \`weir_proxy_requests_total\` counts it with the action \`other\`.

| host | service | not read, for example |
|---|---|---|
| \`duckduckgo.com\` | Duck.ai | searches |
| \`huggingface.co\` | HuggingChat | models, data sets and Spaces to download or try |
| \`m365.cloud.microsoft\` | Microsoft 365 Copilot | the start page, files and apps of Microsoft 365 |
| \`substrate.office.com\`, \`*.substrate.office.com\` | Microsoft 365 Copilot | mail, calendar and search of Outlook |

## Known, but not decrypted

Traffic to these services passes through a tunnel and is not read. The inventory counts their use, and the first use of a service raises an alert
(see [Shadow AI](operators-guide.md#shadow-ai)). To inspect their prompts, add their hosts to \`WEIR_INTERCEPT_HOSTS\`.

| service | \`platform_id\` | hosts |
|---|---|---|
${known.map((service) => `| ${service.name} | \`${service.id}\` | ${hostsOf(service)} |\n`).join('')}`
}

function requestsOf({ methods, paths }: TelemetryEndpoints): string {
  const shown = paths.map((path) => (path === '/**' ? 'everything' : `\`${path}\``))
  return `${methods.join(', ')} ${shown.join(', ')}`
}

function hostsOf({ hosts }: Pick<KnownService, 'hosts'>): string {
  return hosts.map((host) => `\`${host}\``).join(', ')
}

if (import.meta.main) process.stdout.write(platformsDocument())
