import test from 'ava'
import { WeirError } from '../../core/errors.ts'
import { reportFault } from '../../core/fault.ts'

test('an error is reported by code or class and by place, and its message nowhere', (t) => {
  const message = 'Unexpected token: "card 4111"\n    at 4111 (file:///4111)'
  const report = reportFault(new SyntaxError(message))
  t.is(report.reason, 'SyntaxError')
  t.regex(report.at[0] ?? '', /^at file:.*fault\.test\.ts/)
  t.notRegex(JSON.stringify(report), /4111/)
  t.is(reportFault(new WeirError('ERR_SOME', message)).reason, 'ERR_SOME')
})

test('what is no error has no place', (t) => {
  t.deepEqual(reportFault('card 4111'), { reason: 'string', at: [] })
  t.deepEqual(reportFault(undefined), { reason: 'undefined', at: [] })
})
