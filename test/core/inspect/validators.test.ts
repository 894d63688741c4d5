import test from 'ava'
import { cardBrand, isPaymentCard } from '../../../core/inspect/validators/card.ts'
import { isIban } from '../../../core/inspect/validators/iban.ts'
import { isNir } from '../../../core/inspect/validators/nir.ts'
import { isSiren, isSiret } from '../../../core/inspect/validators/siret.ts'

test('a SIRET needs Luhn on its company and on the whole', (t) => {
  t.true(isSiret('73282932000074'))
  t.false(isSiret('73282932000079'))
  t.false(isSiret('00000000000000'))
  t.true(isSiren('732829320'))
})

test('La Poste counts by the sum of its digits', (t) => {
  t.true(isSiret('35600000000048'))
  t.true(isSiret('35600000000010'))
  t.false(isSiret('35600000000101'))
})

test('an IBAN needs length, structure and check digits of its country', (t) => {
  t.true(isIban('FR1420041010050500013M02606'))
  t.true(isIban('BE68539007547034'))
  t.false(isIban('BE68539007547035'))
  t.false(isIban('BE6853900754703'))
  t.false(isIban('ZZ68539007547034'))
})

test('a NIR needs its key, Corsica counting as 19 and 18', (t) => {
  t.true(isNir('185057800608491'))
  t.true(isNir('253072A07300443'))
  t.true(isNir('253072B07300470'))
  t.false(isNir('185057800608492'))
})

test('a card needs an issuer range, one of its lengths, and Luhn', (t) => {
  t.true(isPaymentCard('4111111111111111'))
  t.true(isPaymentCard('378282246310005'))
  t.true(isPaymentCard('2223003122003222'))
  t.false(isPaymentCard('4111111111111112'))
  t.is(cardBrand('490154203237518'), undefined)
})
