import { startWeirWith } from './weir-in-parts.ts'

/** Nothing is inspected, judged or recorded: what remains is both TLS ends, HTTP, and the way through the gate. */
await startWeirWith('weir-forward', () => ({ status: 'full', operation: 'none' }))
