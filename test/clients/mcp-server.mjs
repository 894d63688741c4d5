// @ts-nocheck: the packages are elsewhere (sdks.test.ts).
/**
 * A server of MCP's own SDK, of both generations of the protocol, on a port of its own, which it prints. Run in the folder that the packages are
 * installed in; ends with its standard input.
 */
const { createServer } = await import('node:http')
const { createMcpHandler, McpServer } = await import('@modelcontextprotocol/server')
const { z } = await import('zod')

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'people', version: '1.0.0' })
  const tool = { description: 'Finds people.', inputSchema: z.object({ who: z.string() }) }
  server.registerTool('find_person', tool, ({ who }) => ({ content: [{ type: 'text', text: `Found ${who}` }] }))
  return server
})

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const { method, url, headers } = request
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
  const answer = await handler.fetch(new Request(`http://server${url}`, { method, headers, ...body }))
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
process.stdin.resume().on('end', () => process.exit())
