import { type Dispatcher, request } from 'undici'

export interface PromptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Posts JSON, or the bytes of it; rejects where the connection breaks before the whole answer is here. */
export async function post(
  dispatcher: Dispatcher,
  url: string,
  json: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<PromptAnswer> {
  const answer = await request(url, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof json === 'string' || Buffer.isBuffer(json) ? json : JSON.stringify(json),
  })
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
}

/** A prompt as a chat completion of OpenAI's API. */
export function ask(dispatcher: Dispatcher, content: string): Promise<PromptAnswer> {
  return post(dispatcher, 'https://api.openai.com/v1/chat/completions', {
    model: 'gpt-5',
    messages: [{ role: 'user', content }],
  })
}

/** Milliseconds until the condition holds, asked again and again. */
export async function timeUntil(condition: () => Promise<boolean>): Promise<number> {
  const started = performance.now()
  while (!(await condition())) {
    if (performance.now() - started > 10_000) return Number.POSITIVE_INFINITY
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return performance.now() - started
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
