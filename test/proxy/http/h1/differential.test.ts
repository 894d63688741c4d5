import test from 'ava'
import { compareWithNode } from '../../../fuzz/differential.ts'

const ROUNDS = 1200

test(`${ROUNDS} damaged dialogues are read as Node's parser reads them, or refused`, async (t) => {
  t.timeout(120_000)
  const { same, differences, faults } = await compareWithNode((rounds) => rounds >= ROUNDS, 20_261_122)
  t.deepEqual(differences, [])
  t.deepEqual(faults, [])
  t.true(same > ROUNDS / 2, `${same} read alike`)
})
