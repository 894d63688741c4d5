import { isWebApp } from '../banner/documents.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import { TELEMETRY_OPERATION } from '../platforms/telemetry/endpoint.ts'

/** What the banner asks a reason for: the prompt as Reasons knows it, and the policies that the reason would lift. */
export interface Asked {
  readonly prompt: string
  readonly policies: readonly string[]
}

/** @returns undefined where none is asked for: nobody can be asked, or a reason would change nothing */
export function questionOf({ platform, asked, ruling, inspection }: JudgedPrompt): Asked | undefined {
  const { askedBy = [] } = ruling
  if (asked === undefined || askedBy.length === 0 || !isWebApp(platform.id)) return undefined
  const operation = platform.operations.find(({ id }) => id === inspection.operation)
  // Nobody is told of what an app sends by itself; what the catalogue does not know may be a prompt.
  const isTelemetry = inspection.operation === TELEMETRY_OPERATION
  const isTold = !isTelemetry && (operation === undefined || (inspection.prompt?.isPrompt ?? operation.isPrompt))
  return isTold ? { prompt: asked, policies: askedBy } : undefined
}
