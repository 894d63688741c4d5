import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { curl, curlTest } from '../../support/curl.ts'
import { startH2Upstream } from '../../support/h2-upstream.ts'
import { IBAN, policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { startWeir, type Weir } from '../../support/weir.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
const URL = `https://${HOST}/v1/responses`
let weir: Weir

test.before(async () => {
  const upstream = await startH2Upstream(scope, {
    hosts: [HOST],
    onStream: (stream) => {
      stream.respond({ ':status': 200 })
      stream.pipe(stream)
    },
  })
  weir = await startWeir(scope, { upstreams: { [HOST]: upstream }, env: { WEIR_FAIL_MODE: 'open' } })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
})

for (const version of ['--http2', '--http1.1']) {
  curlTest(`curl ${version}: 10 MB each way that wait to be told to go on, and a prompt that is refused`, async (t) => {
    t.timeout(120_000)
    const file = join(temporaryFolder(t), 'upload')
    const bytes = randomBytes(10_000_000)
    writeFileSync(file, bytes)
    const upload = await curl(weir, [version, '--header', 'expect: 100-continue', '--upload-file', file, URL])
    t.is(upload.status, 200)
    t.true(upload.body.equals(bytes))
    const json = ['--header', 'content-type: application/json']
    const refused = await curl(weir, [version, ...json, URL], { body: JSON.stringify({ input: IBAN }) })
    t.is(refused.status, 400)
    t.regex(refused.text, /No IBAN/)
  })
}
