import test, { type ExecutionContext } from 'ava'

/** What things started by a test end with: the test itself, or all tests of its file. */
export type Scope = Pick<ExecutionContext<unknown>, 'teardown'>

/** The scope of all tests of the calling file; call it once, beside them. */
export function fileScope(): Scope {
  const cleanUps: (() => unknown)[] = []
  test.after.always(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  })
  return { teardown: (cleanUp) => void cleanUps.push(cleanUp) }
}
