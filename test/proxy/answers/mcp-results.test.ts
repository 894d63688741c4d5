import test from 'ava'
import { readMcpMessage } from '../../../proxy/answers/mcp-results.ts'

test('a result of more texts than a call takes arguments is read', (t) => {
  const content = Array.from({ length: 150_000 }, () => ({ type: 'text', text: 'a' }))
  const texts: string[] = []
  const sink = {
    isEmpty: true,
    replace: () => {},
    add: (_kind: string, _key: string, text: string) => texts.push(text),
  }
  readMcpMessage({ id: 1, result: { content } }, sink)
  t.is(texts[0]?.length, 299_999)
})
