import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Settings } from '../../config/settings.ts'
import type { Mailer } from './mailer.ts'
import { OutboxMailer } from './outbox-mailer.ts'
import { PendingFolder } from './pending-folder.ts'
import { type MailMetrics, QueuedMailer } from './queued-mailer.ts'

interface Dependencies {
  readonly logger: Logger
  readonly metrics: MailMetrics
  readonly now: () => Date
}

/** Mails go to the server of WEIR_SMTP_URL; without one they become files in DATA_DIR/outbox. */
export async function openMailer(
  { dataDir, smtpUrl, mailFrom }: Pick<Settings, 'dataDir' | 'smtpUrl' | 'mailFrom'>,
  { logger, metrics, now }: Dependencies,
): Promise<Mailer & { close(): Promise<void> }> {
  const outbox = join(dataDir, 'outbox')
  const folder = new PendingFolder(outbox)
  if (smtpUrl === undefined) {
    const waited = await folder.handOver()
    if (waited > 0) logger.warn({ mails: waited }, 'mails that waited for a mail server lie in the outbox now')
    return new OutboxMailer(outbox, mailFrom, now, logger)
  }
  const { SmtpSender } = await import('./smtp-sender.ts')
  return QueuedMailer.open({ folder, sender: new SmtpSender(smtpUrl), from: mailFrom, logger, metrics, now })
}
