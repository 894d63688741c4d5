import type { Heartbeat } from '../../core/model/proxy-instance.ts'

/** What a proxy that does well says of itself. */
export function aHeartbeat(fields: Partial<Heartbeat> = {}): Heartbeat {
  return {
    instance_id: 'b2c7a5de-4f0e-8c55-8a7d-2f6d5f3b9a10',
    name: 'proxy-paris-1',
    version: '1.0.0',
    started_at: '2026-11-21T09:30:00.000Z',
    workers: 2,
    policies_version: null,
    detectors_version: null,
    records_waiting: 0,
    window_seconds: 300,
    prompts: 45,
    not_inspected: { too_large: 1 },
    last_error: null,
    stopping: false,
    ...fields,
  }
}
