import type { Way } from '../inspect/tunnel.ts'
import { startHostileClients } from './hostile-clients.ts'

/** Hostile clients in a process of their own: they begin at once, and end when they are told to. */
const load = startHostileClients(JSON.parse(process.argv[2] ?? '') as Way)
process.channel?.ref()
process.on('message', () => {
  load.stop().then(
    () => process.send?.({ answered: load.answered }),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})
