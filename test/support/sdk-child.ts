import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'

/**
 * The vendors' packages as their users have them, knowing nothing of a proxy: the environment alone tells Node. Argument: the
 * prompt. Prints what each gave back, or its error, as JSON.
 */
const [prompt = ''] = process.argv.slice(2)
const messages = [{ role: 'user' as const, content: prompt }]

async function openai(): Promise<string> {
  const client = new OpenAI({ apiKey: 'test' })
  return (await client.chat.completions.create({ model: 'gpt-5', messages })).choices[0]?.message.content ?? ''
}

async function anthropic(): Promise<string> {
  const client = new Anthropic({ apiKey: 'test' })
  const { content } = await client.messages.create({ model: 'claude-opus-4-5', max_tokens: 10, messages })
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

async function gemini(): Promise<string> {
  const client = new GoogleGenAI({ apiKey: 'test' })
  return (await client.models.generateContent({ model: 'gemini-3-pro', contents: prompt })).text ?? ''
}

const results: Record<string, string> = {}
for (const [name, ask] of Object.entries({ openai, anthropic, gemini })) {
  results[name] = await ask().catch((error: Error) => `${error.constructor.name}: ${error.message}`)
}
process.stdout.write(JSON.stringify(results))
