import test from 'ava'
import { readableLine } from '../../config/log-lines.ts'

const PLAIN = { colours: false }

function line(fields: Record<string, unknown>): string {
  return `${JSON.stringify({ level: 40, time: 0, pid: 1, hostname: 'vm', ...fields })}\n`
}

test('a log line is read as time, level, part, message and fields', (t) => {
  const text = readableLine(
    line({ name: 'proxy', code: 1006, reason: 'no sign of life', tenant_id: undefined, msg: 'live updates are off' }),
    PLAIN,
  )
  t.regex(text, /^\d\d:\d\d:\d\d WARN {2}proxy: live updates are off {2}code=1006 reason="no sign of life"\n$/)
})

test('an error shows its message, and at level error where it comes from', (t) => {
  const err = { type: 'Error', message: 'disk full', stack: 'Error: disk full\n    at write (file.ts:1:2)' }
  t.regex(readableLine(line({ msg: 'kept', err }), PLAIN), /kept {2}disk full\n$/)
  t.regex(
    readableLine(line({ level: 50, msg: 'lost', err }), PLAIN),
    /lost {2}disk full\n {4}at write \(file\.ts:1:2\)\n$/,
  )
})

test('what comes from outside cannot steer a terminal', (t) => {
  const text = readableLine(line({ msg: 'a\u001b[2Jb', path: 'x\u009by\u0007' }), PLAIN)
  t.notRegex(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
})

test('what is no log line stays as it is', (t) => {
  for (const text of ['plain text\n', '{"a":1}\n', 'null\n']) t.is(readableLine(text, PLAIN), text)
})
