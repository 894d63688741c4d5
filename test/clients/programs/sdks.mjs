// @ts-nocheck A program as its users write it.
// One vendor's package for Node, or fetch, knowing nothing of a proxy. Arguments: which, and the prompts. Prints what each prompt came to.
const [which, ...prompts] = process.argv.slice(2)
const messages = (content) => [{ role: 'user', content }]

const ask = {
  async fetch(content) {
    const answer = await fetch('https://api.openai.com/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer test' },
      body: JSON.stringify({ model: 'gpt-5', messages: messages(content) }),
    })
    const json = await answer.json()
    return `${answer.status}: ${json.error?.message ?? json.choices[0].message.content}`
  },
  async openai(content) {
    const { default: OpenAI } = await import('openai')
    const client = new OpenAI({ apiKey: 'test' })
    return (await client.chat.completions.create({ model: 'gpt-5', messages: messages(content) })).choices[0].message
      .content
  },
  async anthropic(content) {
    const { default: Anthropic } = await import('@anthropic-ai/sdk')
    const client = new Anthropic({ apiKey: 'test' })
    const request = { model: 'claude-opus-4-5', max_tokens: 10, messages: messages(content) }
    return (await client.messages.create(request)).content[0].text
  },
  async genai(content) {
    const { GoogleGenAI } = await import('@google/genai')
    const client = new GoogleGenAI({ apiKey: 'test' })
    return (await client.models.generateContent({ model: 'gemini-3-pro', contents: content })).text
  },
}

for (const prompt of prompts) {
  const shown = await ask[which](prompt).catch((error) => `${error.constructor.name}: ${error.message}`)
  process.stdout.write(`${shown.replaceAll('\n', ' ')}\n`)
}
