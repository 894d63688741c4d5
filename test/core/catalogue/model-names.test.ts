import test from 'ava'
import { isModelName } from '../../../core/catalogue/model-names.ts'

const MODELS =
  'gpt-5.1 gpt-4o-mini-2024-07-18 chatgpt-4o-latest o3-mini claude-sonnet-4-5-20250929 claude@20260101 models/gemini-3 ' +
  'gemini-2.0-flash-exp text-embedding-3-large meta-llama/Llama-3.3-70B-Instruct-Turbo llama3.2:3b qwen2.5-coder:32b ' +
  'us.anthropic.claude-sonnet-4-20250514-v1:0 deepseek/deepseek-r1:free grok-4-fast whisper-1 dall-e-3 auto gpt-oss-120b ' +
  'o4-mini-deep-research-2025-06-26 amazon.nova-pro-v1:0 zai-org/GLM-4.6 moonshotai/Kimi-K2-Instruct-0905'

for (const name of MODELS.split(' ')) test(`${name} is a model`, (t) => t.true(isModelName(name)))

for (const name of [
  '',
  'two words',
  '123-45-6789',
  'sk-proj-Zr8Kq2Lx9Vw4Nt6Bm1Hd3Jf5Gs7Pa0Yc',
  'gpt-sk-proj-Zr8Kq2Lx9Vw4Nt6Bm1Hd3Jf5Gs7Pa0Yc',
  'gpt-4111111111111111',
  'FR7630006000011234567890189',
  'jean-dupont',
  'AKIAIOSFODNN7EXAMPLE',
  'gpt-5\n',
  `gpt${'-a'.repeat(80)}`,
]) {
  test(`${JSON.stringify(name)} is none`, (t) => t.false(isModelName(name)))
}
