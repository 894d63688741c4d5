/**
 * Whether a request's head says that it is one of the Model Context Protocol's: its revision (2025-06-18 and later), its session (2025-03-26
 * to 2025-11-25), or what is called (2026-07-28). Only the first request of the older revisions says nothing.
 */
export function speaksMcp(headers: { readonly [lowerCaseName: string]: unknown }): boolean {
  return (
    headers['mcp-protocol-version'] !== undefined ||
    headers['mcp-session-id'] !== undefined ||
    headers['mcp-method'] !== undefined
  )
}
