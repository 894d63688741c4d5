import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAuthority } from '../../certs/authority.ts'
import { issueServerCertificate } from '../../certs/server-certificate.ts'

/** What the upstream shows, and in `upstream-ca.pem` what contestants verify it against. */
export function writeUpstreamCertificate(folder: string): void {
  const authority = openAuthority(join(folder, 'upstream-ca'), () => new Date())
  const { cert, key } = issueServerCertificate(authority, ['api.openai.com'], new Date())
  writeFileSync(join(folder, 'upstream-ca.pem'), authority.certificatePem)
  writeFileSync(join(folder, 'upstream.pem'), cert)
  writeFileSync(join(folder, 'upstream.key'), key, { mode: 0o600 })
}
