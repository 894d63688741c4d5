import { createTransport } from 'nodemailer'
import { type FailureReason, smtpOptions, reasonOf as smtpReasonOf } from '../../api/mail/smtp-sender.ts'
import { RedisConnections, reasonOf as redisReason } from '../../api/redis/connections.ts'
import { SILENT } from '../with-store.ts'
import { type Check, type Finding, failed, ok, skipped, warning } from './check.ts'

export const redis: Check = {
  name: 'redis',
  async run({ settings: { redisUrl } }) {
    if (redisUrl === undefined)
      return skipped('WEIR_REDIS_URL is not set: one API process is enough for queues and live updates')
    const connections = new RedisConnections(redisUrl, SILENT)
    try {
      const client = connections.open('doctor', 'prompt')
      await connections.firstTry()
      if (client.status !== 'ready') {
        const silence = client.status.startsWith('connect') ? NO_ANSWER : CLOSED
        return withoutRedis(redisUrl, connections.failure ?? silence)
      }
      // ioredis goes on in another database where it does not get the one of the URL.
      await client.select(Number(redisUrl.pathname.slice(1)))
      const info = await client.info()
      return redisFindings(new Map([...info.matchAll(/^([a-z_]+):(.*?)\r?$/gm)].map(([, key, value]) => [key, value])))
    } catch (error) {
      return withoutRedis(redisUrl, redisReason(error as NodeJS.ErrnoException))
    } finally {
      connections.close()
    }
  },
}

const NO_ANSWER = 'nothing within two seconds'
const CLOSED = 'it closes the connection'

function withoutRedis({ host, protocol }: URL, reason: string): Finding {
  // Redis' own words begin with one in capitals: NOAUTH, WRONGPASS, NOPERM, ERR.
  const verb = /^[A-Z]+ /.test(reason) ? 'refuses' : 'does not answer'
  return failed(`Redis at ${host} ${verb}: ${reason}`, mendOfRedis(reason, protocol === 'rediss:'))
}

function mendOfRedis(reason: string, isTls: boolean): string {
  if (/^(NOAUTH|WRONGPASS) /.test(reason))
    return 'Correct user and password in WEIR_REDIS_URL: redis://USER:PASSWORD@HOST'
  if (reason.startsWith('NOPERM '))
    return 'Let the user of WEIR_REDIS_URL use all commands on keys that begin with weir:'
  if (reason.startsWith('ERR DB')) return 'Name a database in WEIR_REDIS_URL that this Redis has: CONFIG GET databases'
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(reason))
    return 'Correct the host in WEIR_REDIS_URL, or see what the name servers of this machine know'
  if (/CERT|ISSUER|SIGNATURE|ALTNAME/.test(reason))
    return 'Name the CA of its certificate in NODE_EXTRA_CA_CERTS, and see that WEIR_REDIS_URL has a name that it is for'
  if (isTls && (reason === NO_ANSWER || reason.includes('SSL')))
    return 'See whether Redis speaks TLS on this port; where it does not, WEIR_REDIS_URL begins with redis://'
  if (reason === 'ECONNRESET' || reason === CLOSED)
    return 'See whether Redis speaks TLS on this port; where it does, WEIR_REDIS_URL begins with rediss://'
  return 'See that it runs, that WEIR_REDIS_URL has its host and port, and that this machine may connect'
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
      return withoutMail(smtpUrl, smtpReasonOf(error))
    } finally {
      transport.close()
    }
  },
}

function withoutMail({ host }: URL, reason: FailureReason): Finding {
  const { code, cause } = reason
  // The system's own name says more than the code of the library; what TLS says is a sentence.
  const what = cause === '' ? code : /^E[A-Z]+$/.test(cause) ? cause : `${code} (${cause})`
  return failed(`the mail server at ${host} cannot be used: ${what}`, mendOfMail(reason))
}

function mendOfMail({ code, cause, status, enhancedStatus }: FailureReason): string {
  const answer = `${status} ${enhancedStatus}`.trim()
  if (code === 'EAUTH')
    return `It refuses user and password (${answer}): correct them in WEIR_SMTP_URL, with %-escapes for @, : and /`
  if (status !== 0) return `It answers ${answer}: see what it asks of this machine, and host and port of WEIR_SMTP_URL`
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(cause) || code === 'EDNS')
    return 'Correct the host in WEIR_SMTP_URL, or see what the name servers of this machine know'
  if (/certificate|altnames/.test(cause))
    return 'Name the CA of its certificate in NODE_EXTRA_CA_CERTS, and see that WEIR_SMTP_URL has a name that it is for'
  if (cause === 'ECONNREFUSED' || cause === 'EHOSTUNREACH')
    return 'See that it runs, that WEIR_SMTP_URL has its host and port, and that this machine may connect'
  return 'See host and port of WEIR_SMTP_URL: smtps:// is TLS from the start (465), smtp:// is STARTTLS (587)'
}
