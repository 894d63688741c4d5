import test from 'ava'
import { errorForStatus } from '../../../proxy/api-client/errors.ts'

test('where the API does not take the token, its setting is named', (t) => {
  for (const status of [401, 403]) {
    t.regex(errorForStatus(status, undefined, 'https://api', 0).message, /answered 40[13]: .*WEIR_SERVICE_TOKEN/)
  }
  t.is(errorForStatus(503, undefined, 'https://api', 0).message, 'the API at https://api answered 503')
})

test('a 400 to http:// says that the API may take https:// only', (t) => {
  t.regex(
    errorForStatus(400, undefined, 'http://api', 0).message,
    /answered 400: if it takes https:\/\/ only, WEIR_API_URL/,
  )
  t.is(errorForStatus(400, undefined, 'https://api', 0).message, 'the API at https://api answered 400')
})
