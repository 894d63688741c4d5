import { createHmac } from 'node:crypto'
import test from 'ava'
import { createSigningSecret, SigningSecretError, signBody, signMessage } from '../../../api/webhooks/signatures.ts'

/** Standard Webhooks 1.0, the example of its reference libraries. */
const SPEC_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const SPEC_BODY = Buffer.from('{"test": 2432232314}')

test('the example of Standard Webhooks gives its signature', (t) => {
  t.is(
    signMessage(SPEC_SECRET, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, SPEC_BODY),
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

test('X-Service-Signature is keyed with the whole secret as it is shown', (t) => {
  // printf '{"test": 2432232314}' | openssl dgst -sha256 -hmac whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
  t.is(signBody(SPEC_SECRET, SPEC_BODY), 'sha256=80ec8a89ce3cd22133a1066caecb4d04fea7467657c8514d717ec42c38a5c94c')
  t.is(signBody('key', Buffer.from('The quick brown fox jumps over the lazy dog')).slice(7), FOX)
})

/** HMAC-SHA256 of the example everyone uses. */
const FOX = 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8'

test('a change of any part changes the signature', (t) => {
  const secret = createSigningSecret()
  const good = signMessage(secret, 'evt_1', 1_795_262_400, SPEC_BODY)
  const others = [
    signMessage(createSigningSecret(), 'evt_1', 1_795_262_400, SPEC_BODY),
    signMessage(secret, 'evt_2', 1_795_262_400, SPEC_BODY),
    signMessage(secret, 'evt_1', 1_795_262_401, SPEC_BODY),
    ...Array.from(SPEC_BODY, (byte, at) => {
      const tampered = Buffer.from(SPEC_BODY)
      tampered[at] = byte ^ 1
      return signMessage(secret, 'evt_1', 1_795_262_400, tampered)
    }),
    signMessage(secret, 'evt_1', 1_795_262_400, Buffer.concat([SPEC_BODY, Buffer.from('\n')])),
    signMessage(secret, 'evt_1', 1_795_262_400, SPEC_BODY.subarray(1)),
  ]
  t.is(new Set([good, ...others]).size, others.length + 1)
})

test('a secret is whsec_ and the base64 of 32 bytes, never the same twice', (t) => {
  const secret = createSigningSecret()
  t.regex(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  t.is(Buffer.from(secret.slice(6), 'base64').length, 32)
  t.not(createSigningSecret(), secret)
  t.is(
    createSigningSecret((size) => Buffer.alloc(size)),
    `whsec_${'A'.repeat(43)}=`,
  )
})

test('secrets of 24 to 64 bytes sign, no others do', (t) => {
  for (const size of [24, 32, 64]) {
    const key = Buffer.alloc(size, 7)
    const expected = createHmac('sha256', key).update('a.1.').digest('base64')
    t.is(signMessage(`whsec_${key.toString('base64')}`, 'a', 1, Buffer.alloc(0)), `v1,${expected}`)
  }
  for (const secret of [
    '',
    'whsec_',
    Buffer.alloc(32).toString('base64'),
    `whsec_${Buffer.alloc(23).toString('base64')}`,
    `whsec_${Buffer.alloc(65).toString('base64')}`,
    `whsec_${'!'.repeat(44)}`,
  ]) {
    const error = t.throws(() => signMessage(secret, 'a', 1, SPEC_BODY), { instanceOf: SigningSecretError }, secret)
    if (secret.length > 6) t.false(error?.message.includes(secret))
  }
})
