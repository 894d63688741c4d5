/** The families that models of vendors and of open weights are named after, November 2026. */
const FAMILIES =
  'gpt chatgpt o1 o3 o4 o5 text-embedding text-moderation omni-moderation text-davinci davinci babbage whisper tts dall-e sora ' +
  'codex computer-use claude gemini gemma imagen veo learnlm aqa embedding text-bison chat-bison lyria llama codellama mistral ' +
  'mixtral ministral magistral codestral devstral pixtral voxtral mathstral open-mistral open-mixtral command embed rerank c4ai ' +
  'aya deepseek qwen qwq qvq kimi moonshot glm chatglm codegeex minimax abab grok sonar phi nova titan jamba nemotron yi ernie ' +
  'hunyuan doubao solar granite dbrx starcoder nomic bge gte e5 jina voyage stable-diffusion sdxl flux composer cursor hermes ' +
  'wizardlm vicuna zephyr falcon olmo smollm cogito auto default'
const SEGMENT = '(?:[a-z]{1,16}\\d{0,3}[a-z]{0,4}|\\d{1,4}[a-z]{0,3}|\\d{6}|20\\d{6})'
/** `models/`, `meta-llama/`, `accounts/fireworks/models/`, `anthropic.`, `us.anthropic.`, `ft:`. */
const OWNER = '(?:(?:[a-z]{1,16}\\d?[-_]?){1,3}[/.:]){0,4}'
const KNOWN = new RegExp(
  `^${OWNER}(?:${FAMILIES.split(' ').join('|')})\\d{0,3}[a-z]?(?:[-_.:/@]{1,2}${SEGMENT}){0,12}$`,
  'i',
)
const MAX_LENGTH = 120
/** A version, a size and a date; accounts and cards have more. */
const MAX_DIGITS = 14

/** Whether this is named as models are named: anything else in the field may be somebody's text or key. */
export function isModelName(name: string): boolean {
  return name.length <= MAX_LENGTH && KNOWN.test(name) && name.replace(/\D/g, '').length <= MAX_DIGITS
}
