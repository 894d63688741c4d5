import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import test from 'ava'
import { leanOptions } from '../../bin/launch/options.mjs'
import { ROOT } from '../containers/dockerfile.ts'

async function run(program: string, options: readonly string[] = leanOptions): Promise<unknown> {
  const args = [...options, '--input-type=module', '-e', program]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: ROOT })
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout)
}

test("of zod's languages only the one that it speaks is loaded", async (t) => {
  const program = `
    const { z } = await import('zod')
    const { error } = z.string().safeParse(1)
    console.log(JSON.stringify({ languages: Object.keys(z.locales), message: error.issues[0].message }))
  `
  t.deepEqual(await run(program), { languages: [], message: 'Invalid input: expected string, received number' })
})

/** Each country's calling code, with digits behind it of any length that some plan has. */
const PHONES = `
  import { createRequire } from 'node:module'
  import { isInternationalPhone } from './core/inspect/validators/phone.ts'
  const { country_calling_codes: codes } = createRequire(import.meta.resolve('zod'))('libphonenumber-js/max/metadata')
  const tails = ['12345678', '201234567', '5123456789', '612345678', '9171234567', '3012345678', '40123456', '15112345678']
  const numbers = Object.keys(codes).flatMap((code) => tails.map((tail) => code + tail))
  const valid = numbers.filter((number) => isInternationalPhone(number))
  console.log(JSON.stringify({ count: numbers.length, valid }))
`

test('numbers of all countries are as valid to what is loaded of libphonenumber as to the whole package', async (t) => {
  const whole = (await run(PHONES, [])) as { count: number; valid: string[] }
  t.true(whole.count > 1500 && whole.valid.length > 100, `${whole.valid.length} of ${whole.count}`)
  t.deepEqual(await run(PHONES), whole)
})

test('of libphonenumber half of the modules are loaded, and of the counters of requests those that Weir uses', async (t) => {
  const program = `
    import { createRequire, registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
    const { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } = await import('rate-limiter-flexible')
    await import('./core/inspect/validators/phone.ts')
    const { consumedPoints } = await new RateLimiterMemory({ points: 1, duration: 1 }).consume('a')
    const count = (name) => loaded.filter((url) => url.includes('/node_modules/' + name + '/')).length
    console.log(JSON.stringify({
      phone: count('libphonenumber-js'),
      counters: count('rate-limiter-flexible'),
      consumedPoints,
      kinds: [RateLimiterRedis, RateLimiterRes].map((kind) => typeof kind),
    }))
  `
  const { phone, counters, ...rest } = (await run(program)) as { phone: number; counters: number }
  t.deepEqual(rest as unknown, { consumedPoints: 1, kinds: ['function', 'function'] })
  t.true(phone > 0 && phone < 50 && counters > 0 && counters < 15, `${phone}, ${counters}`)
})

test('the API reads JSON, also compressed, without the readers of forms that its package brings', async (t) => {
  const program = `
    import { registerHooks } from 'node:module'
    import { gzipSync } from 'node:zlib'
    import Koa from 'koa'
    import { jsonBody } from './api/http/json-body.ts'
    const loaded = []
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
    const app = new Koa({ asyncLocalStorage: false })
    app.silent = true
    app.use(jsonBody(1000)).use((ctx) => { ctx.body = { read: ctx.request.body } })
    const server = app.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const text = JSON.stringify({ name: 'é' })
    const answers = []
    for (const [type, body, encoding] of [
      ['application/json', text],
      ['application/json', gzipSync(text), 'gzip'],
      ['application/x-www-form-urlencoded', 'name=a'],
      ['multipart/form-data; boundary=a', '--a--'],
    ]) {
      const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
      const answer = await fetch('http://127.0.0.1:' + server.address().port, { method: 'POST', headers, body })
      answers.push(answer.ok ? await answer.json() : 'refused')
    }
    server.close()
    server.closeAllConnections()
    const readers = ['formidable', 'qs'].flatMap((name) => loaded.filter((url) => url.includes('/node_modules/' + name + '/')))
    console.log(JSON.stringify({ answers, readers }))
  `
  const read = { read: { name: 'é' } }
  t.deepEqual(await run(program), { answers: [read, read, 'refused', 'refused'], readers: [] })
})
