import test from 'ava'
import { referenceOf } from '../../core/reference.ts'

test('a reference is the last ten digits of an id', (t) => {
  t.is(referenceOf('01a2079b-62f9-7bd0-bea0-0d69454a7dff'), '69454a7dff')
  t.is(referenceOf('0123-4567-89ab'), '23456789ab')
})
