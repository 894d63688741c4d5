import test from 'ava'
import { PromptWindow } from '../../../proxy/heartbeat/prompt-window.ts'

const counts = (full: number, tooLarge: number, noText = 0) => ({
  values: [
    { labels: { status: 'full', reason: '' }, value: full },
    { labels: { status: 'full', reason: 'no_text' }, value: noText },
    { labels: { status: 'partial', reason: 'too_large' }, value: tooLarge },
  ],
})

test('the window counts from the start of the proxy until it is full, and then moves', (t) => {
  const window = new PromptWindow(0)
  t.deepEqual(window.read(counts(8, 2), 30_000), { window_seconds: 30, prompts: 10, not_inspected: { too_large: 2 } })
  for (let at = 60_000; at <= 300_000; at += 30_000) window.read(counts(8, 2), at)
  t.deepEqual(window.read(counts(9, 2), 330_000), { window_seconds: 300, prompts: 1, not_inspected: {} })
})

test('a prompt without text was inspected', (t) => {
  t.deepEqual(new PromptWindow(0).read(counts(1, 0, 4), 30_000).not_inspected, {})
})
