import test from 'ava'
import { pino } from 'pino'
import { startApiThread } from '../../api/thread.ts'
import { SettingsError } from '../../config/settings.ts'
import { ADMIN_EMAIL, apiSettings } from '../support/api.ts'
import { temporaryFolder } from '../support/temp.ts'

const fail = (error: Error) => {
  throw error
}

test('an API in a thread of its own answers, and stops when asked to', async (t) => {
  const settings = apiSettings(temporaryFolder(t), { WEIR_LOG_LEVEL: 'silent', WEIR_PUBLIC_URL: 'https://weir.test' })
  const api = await startApiThread({ settings, logger: pino({ level: 'silent' }), onCrash: fail })
  t.is(api.firstAdmin?.email, ADMIN_EMAIL)
  const response = await fetch(`${api.url}/policies`, { headers: { authorization: `Bearer ${api.internalToken}` } })
  t.is(response.status, 200)
  await api.close()
  await api.close()
  await t.throwsAsync(fetch(`${api.url}/healthz`))
})

test('what keeps an API in a thread from starting is thrown as it would be without one', async (t) => {
  const settings = apiSettings(temporaryFolder(t), { WEIR_REDIS_URL: 'redis://localhost/no-number' })
  const error = await t.throwsAsync(startApiThread({ settings, logger: pino({ level: 'silent' }), onCrash: fail }), {
    instanceOf: SettingsError,
  })
  t.regex(error.message, /WEIR_REDIS_URL/)
})
