import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Words of the model below, and what it takes them for. */
const GIVEN = ['nathalie', 'zorana', 'hyuuma']
const FAMILY = ['brissac', 'maida', 'petrova']
const OTHERS = ['the', 'ask', 'about', 'invoice', 'for', 'and', ',', '.', 'crash', 'paris']
const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]']
const VOCABULARY = [...SPECIAL, ...GIVEN, ...FAMILY, ...OTHERS]
const LABELS = ['O', 'B-GIVEN_NAME', 'B-SURNAME']

/** A tokenizer.json and a config.json as a model for names has them. */
export const TOKENIZER = {
  normalizer: { type: 'BertNormalizer', lowercase: true, strip_accents: null },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(VOCABULARY.map((word, id) => [word, id])),
  },
}
export const CONFIG = {
  id2label: Object.fromEntries(LABELS.map((label, id) => [id, label])),
  max_position_embeddings: 512,
}

/**
 * Something with the interface of onnxruntime-node that runs a "model" of which words are names: a list of JSON. Its label of each
 * token is certain. The word "crash" throws.
 */
const RUNTIME = `
const { readFileSync } = require('node:fs')
class Tensor { constructor(type, data, dims) { Object.assign(this, { type, data, dims }) } }
class InferenceSession {
  static async create(path) { return Object.assign(new InferenceSession(), JSON.parse(readFileSync(path, 'utf8'))) }
  inputNames = ['input_ids', 'attention_mask']
  outputNames = ['logits']
  async run({ input_ids, attention_mask, ...others }) {
    if (Object.keys(others).length > 0 || attention_mask.dims[1] !== input_ids.data.length) throw new Error('inputs')
    if (input_ids.data.includes(BigInt(this.crash))) throw new Error('a fault of the runtime')
    const labelOf = (id) => (this.given.includes(id) ? 1 : this.family.includes(id) ? 2 : 0)
    const data = Float32Array.from(
      [...input_ids.data].flatMap((id) => Array.from({ length: this.labels }, (_, label) => (label === labelOf(Number(id)) ? 9 : 0))))
    return { logits: { data, dims: [1, input_ids.data.length, this.labels] } }
  }
}
module.exports = { InferenceSession, Tensor }
`

/** Writes a model into a folder, without what runs it. */
export function writeModel(folder: string, change: { labels?: number } = {}): void {
  const id = (word: string) => VOCABULARY.indexOf(word)
  mkdirSync(folder, { recursive: true })
  const network = { given: GIVEN.map(id), family: FAMILY.map(id), crash: id('crash'), labels: LABELS.length, ...change }
  writeFileSync(join(folder, 'model.onnx'), JSON.stringify(network))
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(TOKENIZER))
  writeFileSync(join(folder, 'config.json'), JSON.stringify(CONFIG))
}

/** Writes what runs it beside or above it. */
export function writeRuntime(folder: string): void {
  const home = join(folder, 'node_modules/onnxruntime-node')
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{"name":"onnxruntime-node","main":"index.js"}')
  writeFileSync(join(home, 'index.js'), RUNTIME)
}
