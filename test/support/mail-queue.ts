import { readdirSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { mailBody } from '../../api/mail/body.ts'
import { PendingFolder } from '../../api/mail/pending-folder.ts'
import { QueuedMailer } from '../../api/mail/queued-mailer.ts'
import { SmtpSender } from '../../api/mail/smtp-sender.ts'
import { Metrics } from '../../api/metrics.ts'
import { logLines } from './log-lines.ts'
import { startMailServer } from './mail-server.ts'
import type { Scope } from './scope.ts'
import { temporaryFolder } from './temp.ts'

export const TOKEN = `inv_${'x'.repeat(43)}`
export const LINK = `https://weir.example/accept-invitation#token=${TOKEN}`
export const MAIL = { to: 'jo@example.com', subject: 'Hello', ...mailBody(['Hello', { label: 'Here', link: LINK }]) }
const SOON = [5, 10, 20]

interface QueueOptions {
  readonly outbox?: string
  readonly delaysMs?: readonly number[]
  readonly triesMax?: number
  readonly dialogueMs?: number
}

/** A queue of mails with retries that follow soon, and what can be seen of it. */
export async function openQueue(t: Scope, url: string, options: QueueOptions = {}) {
  const outbox = options.outbox ?? join(temporaryFolder(t), 'outbox')
  const { logger, lines } = logLines()
  const metrics = new Metrics()
  const mailer = await QueuedMailer.open({
    folder: new PendingFolder(outbox),
    sender: new SmtpSender(new URL(url), options.dialogueMs),
    from: { name: 'Weir', address: 'weir@corp.example' },
    logger,
    metrics,
    now: () => new Date(),
    delaysMs: options.delaysMs ?? SOON,
    ...(options.triesMax !== undefined && { triesMax: options.triesMax }),
  })
  t.teardown(() => mailer.close())
  const names = (folder: string) => readdirSync(join(outbox, folder))
  return {
    mailer,
    outbox,
    lines,
    pending: () => names('pending').filter((name) => name.endsWith('.json')),
    failed: () => names('failed'),
    log: (message: RegExp) => lines.filter((line) => message.test(line)),
    count: async (result: string) =>
      (await metrics.mails.get()).values.find(({ labels }) => labels.result === result)?.value ?? 0,
    waiting: async () => (await metrics.mailsWaiting.get()).values[0]?.value,
  }
}

/** A port where nobody listens, and then perhaps somebody does. */
export async function freePort(t: Scope): Promise<number> {
  const server = await startMailServer(t)
  await server.stop()
  return server.port
}

/** A server that does with a connection whatever a test wants. @returns its port */
export async function startSocketServer(scope: Scope, serve: (socket: Socket) => void): Promise<number> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    serve(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  scope.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
