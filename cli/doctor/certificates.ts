import { X509Certificate } from 'node:crypto'
import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { openAuthority } from '../../certs/authority.ts'
import { CertificateError } from '../../certs/errors.ts'
import { firstCertificate } from '../../certs/first-certificate.ts'
import { caOptions } from '../../config/ca-options.ts'
import { type Check, type Finding, failed, ok, skipped, warning } from './check.ts'

const DAY_MS = 86_400_000
/** Distributing a CA to all devices takes its time. */
const CA_NOTICE_DAYS = 90
const SERVER_NOTICE_DAYS = 14
const ROTATE = 'Prepare another with npm run admin -- ca rotate --prepare, and activate it once devices trust it'
const RESTORE = 'Bring ca.pem and ca.key back from a backup: "restore" does so'

export const interceptionCa: Check = {
  name: 'ca',
  run({ settings, now }) {
    const { dataDir } = settings
    const file = join(dataDir, 'ca.pem')
    // Opening it would make one.
    if (!isThere(file) && !isThere(join(dataDir, 'ca.key')))
      return skipped(`${file} is not there yet; the first start makes it`)
    try {
      const { notAfter } = openAuthority(dataDir, now, caOptions(settings))
      return life(file, notAfter, now(), CA_NOTICE_DAYS, ROTATE)
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error
      // "WHAT IS WRONG: what to do", as the start says it.
      const [found = '', advice = ''] = error.message.split(/: (.*)/s)
      return failed(found, advice === '' ? RESTORE : capital(advice))
    }
  },
}

export const apiCertificate: Check = {
  name: 'api-certificate',
  run({ settings: { apiTls, apiTlsCert, publicUrl }, now }) {
    if (apiTls === 'off') return skipped('WEIR_API_TLS is off: a load balancer has the certificate')
    if (apiTlsCert === undefined) return skipped('the API makes its own certificate, and renews it')
    const certificate = new X509Certificate(firstCertificate(apiTlsCert))
    const mend =
      'Put a new certificate and key where WEIR_API_TLS_CERT and WEIR_API_TLS_KEY point, and send the process SIGHUP'
    const findings: Finding[] = [life('WEIR_API_TLS_CERT', certificate.validToDate, now(), SERVER_NOTICE_DAYS, mend)]
    const host = publicUrl?.hostname
    if (host !== undefined && !isFor(certificate, host)) {
      const message = `WEIR_API_TLS_CERT is not for ${host}, the host of WEIR_PUBLIC_URL`
      findings.push(failed(message, 'Get a certificate whose subjectAltName has this name, or correct WEIR_PUBLIC_URL'))
    }
    return findings
  },
}

/** Certificates of others that settings name. */
export const trustedCertificates: Check = {
  name: 'trusted-certificates',
  run({ settings, now }) {
    const files = {
      WEIR_UPSTREAM_CA: settings.upstreamCa,
      WEIR_WEBHOOK_CA: settings.webhookCa,
      WEIR_SYSLOG_CA: settings.syslogCa,
    }
    const given = Object.entries(files).flatMap(([variable, pem]) => (pem === undefined ? [] : [{ variable, pem }]))
    if (given.length === 0) return skipped('no setting names further certificates')
    return given.map(({ variable, pem }) => {
      const { validToDate } = new X509Certificate(firstCertificate(pem))
      return life(
        variable,
        validToDate,
        now(),
        SERVER_NOTICE_DAYS,
        'Export the renewed certificate to the same file, and restart',
      )
    })
  },
}

function life(what: string, notAfter: Date, now: Date, noticeDays: number, mend: string): Finding {
  const days = Math.floor((notAfter.getTime() - now.getTime()) / DAY_MS)
  if (days < 0) return failed(`${what} expired on ${notAfter.toISOString().slice(0, 10)}`, mend)
  const message = `${what} is valid for ${days} days`
  return days < noticeDays ? warning(message, mend) : ok(message)
}

function isFor(certificate: X509Certificate, host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return (isIP(address) === 0 ? certificate.checkHost(host) : certificate.checkIP(address)) !== undefined
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
