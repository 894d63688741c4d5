import type { Platform } from '../platform.ts'
import { refuseLikeMcp } from './refuse-mcp.ts'

/** What every request is called that is one of the Model Context Protocol's, wherever it goes. */
export const MCP_OPERATION = 'mcp'
const PREFIX = 'mcp:'
const MAX_ID_LENGTH = 100

export function isMcpServer(platformId: string): boolean {
  return platformId.startsWith(PREFIX)
}

/** An MCP server that is none of the catalogue's services: `mcp:tools.corp.example`, in the alphabet of core's PlatformId. */
export function mcpServer(host: string): Platform {
  return mcpServerById(`${PREFIX}${host.replace(/[^a-z0-9._:-]/g, '-')}`.slice(0, MAX_ID_LENGTH))
}

/** The same in another thread, where only its id can be sent. */
export function mcpServerById(id: string): Platform {
  return { id, operations: [], refuse: refuseLikeMcp }
}
