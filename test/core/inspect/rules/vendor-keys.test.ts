import test from 'ava'
import { classify } from '../../../../core/inspect/classify.ts'
import { VENDOR_KEYS } from '../../../../core/inspect/data/vendor-keys.ts'
import { sampleOf } from '../../../../core/inspect/rules/sample.ts'

const VENDORS_MIN = 380

const HEX_32 = sampleOf('[0-9a-f]{32}', 11)
const HEX_40 = sampleOf('[0-9a-f]{40}', 12)
const HEX_64 = sampleOf('[0-9a-f]{64}', 13)
const LOWER_32 = sampleOf('[0-9a-z]{32}', 14)
const LOWER_40 = sampleOf('[0-9a-z]{40}', 15)
const UPPER_34 = sampleOf('[0-9A-Z]{34}', 16)
const UUID = sampleOf('[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 17)

const MARK = /\[\[(.+?)\]\]/

test('keys of at least 380 vendors are known by name, alphabet and length', (t) => {
  const vendors = new Set(VENDOR_KEYS.flatMap(([, , names]) => names.split(/\s+/)))
  t.true(vendors.size >= VENDORS_MIN, `${vendors.size} vendors`)
})

for (const prompt of [
  `here is our deepgram key, why is it refused? [[${LOWER_40}]]`,
  `const etherscanKey = '[[${UPPER_34}]]'`,
  `The Shodan key we use ([[${LOWER_32}]]) hit its limit`,
  `virustotal api key = [[${HEX_64}]]`,
  `OPSGENIE_KEY: [[${UUID}]]`,
  `virus total token: [[${HEX_64}]]`,
  `la clé ipstack est [[${HEX_32}]], pourquoi 101 ?`,
  `jeton Pipedrive [[${LOWER_40}]] à révoquer`,
  `wandb login [[${HEX_40}]]`,
]) {
  test(`a vendor's key is found: ${prompt.replace(MARK, 'KEY')}`, (t) => {
    const found = classify(prompt.replace(MARK, '$1')).classifications
    t.deepEqual(
      found.map(({ type, value }) => [type, value]),
      [['API_KEY', MARK.exec(prompt)?.[1] ?? '']],
    )
  })
}

for (const prompt of [
  `we use deepgram at commit ${HEX_40}`,
  `bugsnag error id ${UUID}`,
  `virustotal report for sha256 ${HEX_64}`,
  `git blame: pipedrive key handling moved in ${HEX_40}`,
  `notre clé primaire pipedrive est ${LOWER_40}`,
  `todoist task 2995104339 has the key results of Q3`,
  `deepgram's key feature is streaming transcription of conversations`,
  `shodan key\n${LOWER_32}`,
]) {
  test(`nothing else is a vendor's key: ${prompt.replace(/[0-9a-z-]{32,}/, 'VALUE')}`, (t) => {
    t.deepEqual(
      classify(prompt).classifications.filter(({ type }) => type === 'API_KEY'),
      [],
    )
  })
}
