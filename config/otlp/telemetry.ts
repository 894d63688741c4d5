import type { Telemetry, TelemetryOptions } from './exchange.ts'

/** Loads OpenTelemetry's own packages where WEIR_OTLP_ENDPOINT is set, and costs nothing otherwise. */
export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry | undefined> {
  if (options.settings.otlpEndpoint === undefined) return undefined
  const { startExport } = await import('./export.ts')
  return startExport(options, options.settings.otlpEndpoint)
}
