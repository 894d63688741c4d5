/**
 * Names of AI models and of the products around them, in lower case without accents, as their vendors' lists of models and products had them in
 * November 2026 (platform.openai.com, docs.claude.com, ai.google.dev, docs.mistral.ai, llama.com, huggingface.co). Nobody is meant by them.
 */
export const MODEL_NAMES: ReadonlySet<string> = new Set(
  `claude opus sonnet haiku anthropic gemini gemma bard chatgpt gpt codex sora dall-e whisper openai copilot llama mistral mixtral ministral magistral
  codestral devstral pixtral voxtral qwen deepseek grok kimi glm yi phi nova titan jurassic command-r cohere falcon granite nemotron olmo
  starcoder perplexity cursor windsurf aider opencode antigravity`.split(/\s+/),
)

/** What stands behind such a name as a part of it. */
export const MODEL_WORDS: ReadonlySet<string> = new Set(
  `code desktop cli api ai chat pro max mini nano flash lite ultra large medium small turbo instant thinking preview studio agent assistant web
  instruct vision coder next le`.split(/\s+/),
)
