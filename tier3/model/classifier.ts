import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ScoredSpan, Span } from '../../core/inspect/rule.ts'
import { ModelError } from '../../core/tier3/model/errors.ts'
import { judgeNames } from '../../core/tier3/model/judge-names.ts'
import { type ModelConfig, readModelConfig } from '../../core/tier3/model/labels.ts'
import { type ModelName, readNames } from '../../core/tier3/model/read-names.ts'
import { readTokenizer, type Tokenizer } from '../../core/tier3/model/tokenizer.ts'
import { windowsOf } from '../../core/tier3/model/windows.ts'
import type { ModelFiles } from './files.ts'

/** What is used of onnxruntime-node, which is not installed with Weir (https://onnxruntime.ai/docs/api/js/). */
interface Runtime {
  readonly InferenceSession: { create(path: string, options: object): Promise<Session> }
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown
}
interface Session {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  run(inputs: Readonly<Record<string, unknown>>): Promise<Record<string, { readonly data: ArrayLike<number> }>>
}

/** One core, and no memory that stays large after a long text. */
const SESSION = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  enableCpuMemArena: false,
  logSeverityLevel: 4,
}
/** The tokens at the start and the end of what the model reads. */
const ENDS = 2

/** A token classifier that sees names. */
export class TokenClassifier {
  readonly #runtime: Runtime
  readonly #session: Session
  readonly #tokenizer: Tokenizer
  readonly #config: ModelConfig

  private constructor(runtime: Runtime, session: Session, tokenizer: Tokenizer, config: ModelConfig) {
    this.#runtime = runtime
    this.#session = session
    this.#tokenizer = tokenizer
    this.#config = config
  }

  /** @throws ModelError */
  static async open(files: ModelFiles): Promise<TokenClassifier> {
    const tokenizer = readTokenizer(readJson(files.tokenizer))
    const config = readModelConfig(readJson(files.config))
    const { runtime, session } = await load(files)
    const unknown = session.inputNames.filter((name) => !INPUTS.has(name))
    if (unknown.length > 0) throw new ModelError(`the model wants ${unknown.join(', ')}: it is no token classifier`)
    return new TokenClassifier(runtime, session, tokenizer, config)
  }

  /**
   * Names of persons that the model sees and the rules confirm.
   * @param known names that tier 2 has found
   */
  async findNames(text: string, known: readonly Span[], isOverBudget: () => boolean): Promise<ScoredSpan[]> {
    const names: ModelName[] = []
    for (const window of windowsOf(text, known)) {
      if (isOverBudget()) break
      names.push(...(await this.#read(text, window)))
    }
    return judgeNames(text, names, known)
  }

  async #read(text: string, { start, end }: Span): Promise<ModelName[]> {
    const { kinds, tokensMax } = this.#config
    const { first, last, tokenize } = this.#tokenizer
    const tokens = tokenize(text.slice(start, end))
      .slice(0, tokensMax - ENDS)
      .map((token) => ({ ...token, start: start + token.start, end: start + token.end }))
    if (tokens.length === 0) return []
    const logits = await this.#run([first, ...tokens.map(({ id }) => id), last])
    return readNames(text, tokens, logits.slice(kinds.length), kinds)
  }

  /** One number for each token and label. */
  async #run(ids: readonly number[]): Promise<number[]> {
    const tensor = (value: (index: number) => bigint) =>
      new this.#runtime.Tensor(
        'int64',
        BigInt64Array.from({ length: ids.length }, (_, index) => value(index)),
        [1, ids.length],
      )
    const all: Record<string, unknown> = {
      input_ids: tensor((index) => BigInt(ids[index] ?? 0)),
      attention_mask: tensor(() => 1n),
      token_type_ids: tensor(() => 0n),
    }
    const inputs = Object.fromEntries(this.#session.inputNames.map((name) => [name, all[name]]))
    const output = (await this.#session.run(inputs))[this.#session.outputNames[0] ?? '']
    if (output?.data.length !== ids.length * this.#config.kinds.length) {
      throw new ModelError('the labels of config.json are not those of the model')
    }
    return Array.from(output.data)
  }
}

const INPUTS: ReadonlySet<string> = new Set(['input_ids', 'attention_mask', 'token_type_ids'])

async function load(files: ModelFiles): Promise<{ runtime: Runtime; session: Session }> {
  try {
    const runtime = createRequire(import.meta.url)(files.runtime) as Runtime
    return { runtime, session: await runtime.InferenceSession.create(files.network, SESSION) }
  } catch (error) {
    // Its messages are about files and formats: no text has been read yet.
    throw new ModelError(`the model cannot be loaded: ${(error as Error).message}`, error)
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new ModelError(`${path} is not JSON`, error)
  }
}
