// @ts-nocheck: the packages are elsewhere (sdks.test.ts).
/**
 * Asks through each vendor's package, as its users do: the environment alone says where the proxy is. Run in the folder that the packages are
 * installed in (sdks.test.ts says which). Prints, for each prompt, an object of what each gave back, or its error, as JSON: to load them takes longer than all they do.
 */
const prompts = JSON.parse(process.env.PROMPTS)
let prompt = ''
const keys = { apiKey: 'test' }

const clients = {
  async 'Vercel ai'() {
    const { generateText } = await import('ai')
    const { createOpenAI } = await import('@ai-sdk/openai')
    return (await generateText({ model: createOpenAI(keys).chat('gpt-5'), prompt, maxRetries: 1 })).text
  },
  async LangChain() {
    const { ChatOpenAI } = await import('@langchain/openai')
    return (await new ChatOpenAI({ ...keys, model: 'gpt-5', maxRetries: 1 }).invoke(prompt)).content
  },
  async LlamaIndex() {
    const { OpenAI } = await import('@llamaindex/openai')
    const llm = new OpenAI({ ...keys, model: 'gpt-5', maxRetries: 1 })
    return (await llm.chat({ messages: [{ role: 'user', content: prompt }] })).message.content
  },
  async ollama() {
    const { Ollama } = await import('ollama')
    const ollama = new Ollama({ host: 'https://ollama.corp.example' })
    return (await ollama.chat({ model: 'llama4', messages: [{ role: 'user', content: prompt }] })).message.content
  },
  async Mistral() {
    const { Mistral } = await import('@mistralai/mistralai')
    const messages = [{ role: 'user', content: prompt }]
    return (await new Mistral(keys).chat.complete({ model: 'mistral-large-latest', messages })).choices[0].message
      .content
  },
  async Cohere() {
    const { CohereClientV2 } = await import('cohere-ai')
    const messages = [{ role: 'user', content: prompt }]
    return (await new CohereClientV2({ token: 'test' }).chat({ model: 'command-a', messages })).message.content[0].text
  },
  async 'AWS Bedrock'() {
    const { BedrockRuntimeClient, ConverseCommand } = await import('@aws-sdk/client-bedrock-runtime')
    const { NodeHttpHandler } = await import('@smithy/node-http-handler')
    const { globalAgent } = await import('node:https')
    const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'a secret' }
    // Without this the package speaks HTTP/2 on connections of its own, which take no proxy from the environment.
    const client = new BedrockRuntimeClient({
      region: 'eu-west-3',
      credentials,
      maxAttempts: 2,
      requestHandler: new NodeHttpHandler({ httpsAgent: globalAgent }),
    })
    const messages = [{ role: 'user', content: [{ text: prompt }] }]
    const answer = await client.send(new ConverseCommand({ modelId: 'amazon.nova-pro-v1:0', messages }))
    return answer.output.message.content[0].text
  },
  async 'Google genai'() {
    const { GoogleGenAI } = await import('@google/genai')
    return (await new GoogleGenAI(keys).models.generateContent({ model: 'gemini-3-pro', contents: prompt })).text
  },
  async 'MCP, the older revisions'() {
    return await callTool('legacy')
  },
  async 'MCP 2026-07-28'() {
    return await callTool({ pin: '2026-07-28' })
  },
}

async function callTool(mode) {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL('https://tools.corp.example/mcp')))
  const { isError, content } = await client.callTool({ name: 'find_person', arguments: { who: prompt } })
  await client.close()
  if (isError) throw new Error(content[0].text)
  return content[0].text
}

const all = []
for (prompt of prompts) {
  const results = {}
  for (const [name, ask] of Object.entries(clients)) {
    results[name] = await ask().then(
      (text) => ({ text }),
      // Some keep the answer's text beside their own message.
      (error) => ({
        error: [error.message, error.body, error.responseBody]
          .flatMap((one) => one ?? [])
          .map(String)
          .join(' '),
      }),
    )
  }
  all.push(results)
}
process.stdout.write(JSON.stringify(all))
