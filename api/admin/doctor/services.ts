import { createTransport } from 'nodemailer'
import { smtpOptions } from '../../mail/smtp-sender.ts'
import { RedisConnections } from '../../redis/connections.ts'
import { SILENT } from '../with-store.ts'
import { type Check, type Finding, failed, ok, reasonOf, skipped, warning } from './check.ts'

export const redis: Check = {
  name: 'redis',
  async run({ settings: { redisUrl } }) {
    if (redisUrl === undefined)
      return skipped('WEIR_REDIS_URL is not set: one API process is enough for queues and live updates')
    const connections = new RedisConnections(redisUrl, SILENT)
    try {
      const client = connections.open('doctor', 'prompt')
      await connections.firstTry()
      const info = await client.info()
      return redisFindings(new Map([...info.matchAll(/^([a-z_]+):(.*?)\r?$/gm)].map(([, key, value]) => [key, value])))
    } catch (error) {
      return failed(
        `Redis at ${redisUrl.host} does not answer: ${reasonOf(error)}`,
        'See that it runs, that WEIR_REDIS_URL has its user and password, and that this machine may connect',
      )
    } finally {
      connections.close()
    }
  },
}

function redisFindings(info: ReadonlyMap<string | undefined, string | undefined>): Finding[] {
  const findings = [ok(`Redis ${info.get('redis_version')} answers`)]
  const policy = info.get('maxmemory_policy')
  if (policy !== undefined && policy !== 'noeviction')
    findings.push(
      failed(
        `Redis removes keys when its memory is full (${policy}), queued deliveries among them`,
        'Set maxmemory-policy noeviction',
      ),
    )
  if (info.get('aof_enabled') === '0')
    findings.push(warning('Redis keeps no append-only file, so a crash loses what is queued', 'Set appendonly yes'))
  return findings
}

export const mailServer: Check = {
  name: 'smtp',
  async run({ settings: { smtpUrl } }) {
    if (smtpUrl === undefined) return skipped('WEIR_SMTP_URL is not set: mails become files in the folder outbox')
    const transport = createTransport(smtpOptions(smtpUrl))
    try {
      await transport.verify()
      return ok(`the mail server at ${smtpUrl.host} takes our credentials`)
    } catch (error) {
      return failed(
        `the mail server at ${smtpUrl.host} cannot be used: ${reasonOf(error)}`,
        'See host, port, user and password of WEIR_SMTP_URL: smtps:// is TLS from the start (465), smtp:// is STARTTLS (587)',
      )
    } finally {
      transport.close()
    }
  },
}
