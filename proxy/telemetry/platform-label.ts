import { isMcpServer } from '../platforms/mcp/mcp-server.ts'

/** A platform as metrics label it: MCP servers share one value, as clients may name any number of hosts. */
export function platformLabel(platformId: string): string {
  return isMcpServer(platformId) ? 'mcp' : platformId
}
