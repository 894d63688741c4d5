import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_SECONDS = 300

/** headers: names in lower case; body: the bytes as they came. */
export function verify(secret, headers, body, now = Date.now() / 1000) {
  const id = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  const expected = Buffer.from(`v1,${signed}`)
  return (headers['webhook-signature'] ?? '')
    .split(' ')
    .map((value) => Buffer.from(value))
    .some((value) => value.length === expected.length && timingSafeEqual(value, expected))
}
