import { spawnSync } from 'node:child_process'
import test from 'ava'

function logged(error: string): { message: string; stack: string; code?: string } {
  const script = `
    import { openLogger } from './config/logger.ts'
    const cause = new Error('ENOSPC: no space left on device')
    openLogger('test', { logLevel: 'info', logFormat: 'json' }).error({ err: ${error} }, 'lost')`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  return (JSON.parse(stdout) as { err: ReturnType<typeof logged> }).err
}

test('an error that repeats its cause has the message of the cause once, and where both come from', (t) => {
  const error =
    'Object.assign(new Error(`cannot be written: ${cause.message}`, { cause }), { code: "ERR_SPOOL_WRITE" })'
  const { message, stack, code } = logged(error)
  t.is(message, 'cannot be written: ENOSPC: no space left on device')
  t.is(code, 'ERR_SPOOL_WRITE')
  t.regex(stack, /caused by: Error: ENOSPC/)
})

test('one that does not is followed by the message of its cause', (t) => {
  t.is(
    logged('new Error("cannot be written", { cause })').message,
    'cannot be written: ENOSPC: no space left on device',
  )
})
