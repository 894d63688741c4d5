import { readFileSync } from 'node:fs'
import test from 'ava'
import { FORMATS } from '../../api/sinks/formats.ts'
import { SEVERITY_OF } from '../../api/sinks/severity.ts'
import { countOctets, syslogMessage } from '../../api/sinks/syslog-message.ts'
import { EVENT_DEFINITIONS } from '../../config/event-definitions.ts'
import { VERSION } from '../../config/version.ts'
import { ALERT, VIOLATION } from '../api/sinks/samples.ts'

const DOCUMENT = readFileSync(new URL('../../docs/siem.md', import.meta.url), 'utf8')
/** The version that the examples show. */
const SHOWN = '0.1.0'

test('the examples for SIEMs are what Weir writes', (t) => {
  const header = { facility: 'local0', host: 'weir.example.com', processId: 4711 } as const
  const examples = [
    countOctets(syslogMessage(VIOLATION, FORMATS.cef(VIOLATION, true).replace(`|${VERSION}|`, `|${SHOWN}|`), header)),
    FORMATS.ocsf(ALERT, true).replace(`"version":"${VERSION}"`, `"version":"${SHOWN}"`),
    FORMATS.json(ALERT, true),
  ]
  for (const example of examples) t.true(DOCUMENT.includes(`\n${example}\n`), example)
})

test('the document for SIEMs has the severity of every event, and every setting with its default', (t) => {
  for (const [type, severity] of Object.entries(SEVERITY_OF)) {
    t.true(DOCUMENT.includes(`| \`${type}\` | ${severity === 'own' ? 'the alert’s own' : severity} |`), type)
  }
  const settings = Object.values(EVENT_DEFINITIONS).filter(({ variable }) => /^WEIR_(?:SYSLOG|EVENT)_/.test(variable))
  for (const { variable, fallback } of settings) {
    t.true(DOCUMENT.includes(`| \`${variable}\` | ${fallback === undefined ? '-' : `\`${fallback}\``} |`), variable)
  }
})
