import test from 'ava'
import { writeWithin } from '../../../api/sinks/format.ts'
import { FORMATS } from '../../../api/sinks/formats.ts'
import { SEVERITY_OF } from '../../../api/sinks/severity.ts'
import { countOctets, syslogMessage } from '../../../api/sinks/syslog-message.ts'
import { EventType } from '../../../core/model/event.ts'
import { ALERT, sampleEvent, VIOLATION } from './samples.ts'

const HEADER = { facility: 'local0', host: 'weir.test', processId: 7 } as const

/** Reads CEF as its specification says: a header of seven escaped fields, then escaped pairs. */
function parseCef(line: string): { header: string[]; extension: Record<string, string> } {
  const match = /^CEF:0((?:\|(?:[^\\|]|\\[\\|])*){6})\|(.*)$/s.exec(line)
  if (match === null) throw new Error(`no CEF: ${line}`)
  const header = match[1]?.split(/(?<!(?<!\\)(?:\\\\)*\\)\|/).slice(1) ?? []
  const pairs = [...(match[2] ?? '').matchAll(/(?:^| )([A-Za-z0-9]+)=((?:[^\\=]|\\[\\=])*?)(?= [A-Za-z0-9]+=|$)/gs)]
  const plain = (text: string) => text.replace(/\\([\\|=])/g, '$1')
  return {
    header: header.map(plain),
    extension: Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, plain(value)])),
  }
}

const HOSTILE = 'a|b\\c=d e=f\r\n<13>1 forged \u001b[31mred\u0000\u0085\u2028 é 語 \ud800 \u202eevil act=allow'

test('CEF says who, what and how severe, in the keys of its dictionary', (t) => {
  const { header, extension } = parseCef(FORMATS.cef(VIOLATION, true))
  t.deepEqual(
    [header[0], header[1], header[3], header[4], header[5]],
    ['Weir', 'Weir', 'interaction.policy_violated', 'Interaction with openai-api matched a policy: block', '5'],
  )
  t.like(extension, {
    rt: String(Date.parse(VIOLATION.timestamp)),
    externalId: VIOLATION.id,
    cs1: VIOLATION.tenant_id,
    cs1Label: 'tenant_id',
    act: 'block',
    suid: String(VIOLATION.data.user_id),
    cs4: 'No bank accounts',
    cs5: 'IBAN x 1, EMAIL x 2',
    cfp1: '0.85',
  })
  t.is(parseCef(FORMATS.cef(ALERT, true)).header[5], '8')
})

test('no value forges a field, a line or a colour, whatever the format', (t) => {
  const event = sampleEvent('policy.updated', { id: 'x', name: HOSTILE, description: HOSTILE })
  for (const format of Object.values(FORMATS)) {
    const line = format(event, true)
    t.notRegex(line, /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/)
    t.true(line.isWellFormed())
  }
  const { header, extension } = parseCef(FORMATS.cef(event, true))
  t.is(header.length, 6)
  t.is(extension.act, undefined)
  t.true(extension.msg?.startsWith('a|b\\c=d e=f  <13>1 forged  [31mred'))
  t.true(extension.msg?.endsWith(' é 語 \ufffd  evil act=allow'))
  t.deepEqual((JSON.parse(FORMATS.json(event, true)) as { data: unknown }).data, {
    id: 'x',
    name: HOSTILE,
    description: HOSTILE,
  })
})

test('every event type has a severity and can be written in every format', (t) => {
  for (const type of EventType.options) {
    t.regex(SEVERITY_OF[type], /^(?:own|low|medium|high|critical)$/)
    const event = sampleEvent(type, { id: 'x' })
    t.regex(FORMATS.cef(event, true), /^CEF:0\|/)
    t.is((JSON.parse(FORMATS.json(event, true)) as { event_type: string }).event_type, type)
    const ocsf = JSON.parse(FORMATS.ocsf(event, true)) as Record<string, number>
    t.is(ocsf.type_uid, (ocsf.class_uid ?? 0) * 100 + (ocsf.activity_id ?? 0))
  }
})

// Required by schema.ocsf.io/1.2.0, class by class.
const ALWAYS = ['activity_id', 'category_uid', 'class_uid', 'metadata', 'severity_id', 'time', 'type_uid']
const REQUIRED: Readonly<Record<number, readonly string[]>> = {
  0: [],
  2004: ['finding_info'],
  3001: ['user'],
  3004: ['entity'],
}

test('OCSF has what each class requires', (t) => {
  const user = { id: 'u', email: 'jo@example.com', role: 'viewer' }
  const events = [VIOLATION, ALERT, sampleEvent('user.deleted', user), sampleEvent('policy.deleted', { id: 'p' })]
  for (const event of [...events, sampleEvent('interaction.created', { id: 'i' })]) {
    const ocsf = JSON.parse(FORMATS.ocsf(event, true)) as Record<string, Record<string, unknown>>
    for (const key of [...ALWAYS, ...(REQUIRED[Number(ocsf.class_uid)] ?? ['no such class'])]) t.true(key in ocsf, key)
    t.like(ocsf.metadata, { version: '1.2.0', uid: event.id, tenant_uid: event.tenant_id })
    t.like(ocsf.metadata?.product, { vendor_name: 'Weir' })
    if (Number(ocsf.class_uid) === 2004)
      t.true('uid' in (ocsf.finding_info ?? {}) && 'title' in (ocsf.finding_info ?? {}))
  }
  const blocked = JSON.parse(FORMATS.ocsf(VIOLATION, true)) as Record<string, unknown>
  t.like(blocked, { class_uid: 2004, activity_id: 1, severity_id: 3, action_id: 2, disposition_id: 2 })
})

test('an event that is too long is written short, and where that is too long too, not at all', (t) => {
  const classifications = Array.from({ length: 500 }, () => ({ type: 'EMAIL', value: 'j***@example.com', score: 1 }))
  const event = sampleEvent('interaction.created', { ...VIOLATION.data, classifications })
  for (const [name, format] of Object.entries(FORMATS)) {
    const line = writeWithin(format, event, 2000) ?? ''
    t.true(line.length > 0 && Buffer.byteLength(line) <= 2000, name)
    t.is(writeWithin(format, event, 100), undefined)
  }
  t.like(JSON.parse(writeWithin(FORMATS.json, event, 2000) ?? ''), { truncated: true, id: event.id })
})

test('a syslog message has the header of RFC 5424, and a byte order mark where it is not ASCII', (t) => {
  const ascii = syslogMessage(ALERT, 'text', HEADER)
  t.is(ascii, '<132>1 2026-11-21T09:30:00.125Z weir.test weir 7 alert.created - text')
  const utf8 = syslogMessage(VIOLATION, 'é', HEADER)
  t.is(utf8, '<133>1 2026-11-21T09:30:00.125Z weir.test weir 7 interaction.policy_violated - \ufeffé')
  t.true(countOctets(utf8).startsWith(`${Buffer.byteLength(utf8)} <133>1 `))
})
