import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, join, resolve } from 'node:path'
import { ModelError } from '../../core/tier3/model/errors.ts'

/** In the data directory, where `npm run admin -- model install` puts it. */
const DEFAULT_FOLDER = 'tier3-model'
export const RUNTIME = 'onnxruntime-node'
/** Where the model itself may be, as it is published and as it is installed. */
const NETWORKS = [
  'model.onnx',
  'onnx/model_quantized.onnx',
  'onnx/model_int8.onnx',
  'onnx/model_q4.onnx',
  'onnx/model.onnx',
]

export interface ModelFiles {
  readonly network: string
  readonly tokenizer: string
  readonly config: string
  /** The module of ONNX Runtime. */
  readonly runtime: string
}

/** The folder of the model: WEIR_TIER3_MODEL, or the one that the command installs. */
export function modelFolder(dataDir: string, folder: string | undefined): string {
  if (folder === undefined) return join(dataDir, DEFAULT_FOLDER)
  return isAbsolute(folder) ? folder : resolve(folder)
}

/**
 * The files of a model that can be run.
 * @throws ModelError that names what is missing
 */
export function findModelFiles(folder: string): ModelFiles {
  const network = findNetwork(folder)
  const runtime = findRuntime(folder)
  if (runtime === undefined)
    throw new ModelError(`${RUNTIME} is not installed; "npm run admin -- model install" gets it`)
  return { ...network, runtime }
}

/** @throws ModelError */
export function findNetwork(folder: string): Omit<ModelFiles, 'runtime'> {
  const network = NETWORKS.map((name) => join(folder, name)).find((path) => existsSync(path))
  const tokenizer = join(folder, 'tokenizer.json')
  const config = join(folder, 'config.json')
  const missing = [
    ...(network === undefined ? ['model.onnx'] : []),
    ...(existsSync(tokenizer) ? [] : ['tokenizer.json']),
    ...(existsSync(config) ? [] : ['config.json']),
  ]
  if (network === undefined || missing.length > 0) {
    throw new ModelError(`${folder} has no ${missing.join(', ')}; "npm run admin -- model install" gets a model`)
  }
  return { network, tokenizer, config }
}

/** The module of ONNX Runtime: beside the model, above it, or among the packages of Weir. */
export function findRuntime(folder: string): string | undefined {
  for (const from of [join(folder, 'package.json'), import.meta.filename]) {
    try {
      return createRequire(from).resolve(RUNTIME)
    } catch {
      // It is looked for in the next place.
    }
  }
  return undefined
}
