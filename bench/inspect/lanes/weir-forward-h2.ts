import { startWeirWith } from './weir-in-parts.ts'

/** What weir-forward does, for clients and with an upstream that speak HTTP/2. */
await startWeirWith('weir-forward-h2', () => ({ status: 'full', operation: 'none' }))
