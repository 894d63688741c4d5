import test from 'ava'
import { InspectionBusyError } from '../../../proxy/inspection/busy-error.ts'
import { describeError } from '../../../proxy/respond/describe-error.ts'

test('a request whose inspection has no turn is told when to come again', (t) => {
  t.like(describeError(new InspectionBusyError()), {
    status: 503,
    code: 'inspection_busy',
    retry: true,
    retryAfterS: 5,
  })
})
