import type { TestFn } from 'ava'
import { TestMongo, testWithMongo } from './mongodb.ts'
import type { OptionalTest } from './optional.ts'

interface Engine {
  readonly name: string
  /** Shows its tests as skipped where the engine is not there. */
  readonly test: OptionalTest
  /** The settings of an API on a database that nobody else uses. */
  readonly environment: () => Promise<Readonly<Record<string, string>>>
}

/** The engines that an API keeps its documents in; call it once in a file. */
export function documentEngines(test: TestFn): readonly Engine[] {
  const mongo = new TestMongo()
  test.after.always(() => mongo.close())
  return [
    { name: 'embedded', test, environment: async () => ({}) },
    {
      name: 'mongodb',
      test: testWithMongo(test),
      environment: async () => ({
        WEIR_MONGODB_URL: await mongo.newDatabase(),
        WEIR_JWT_SECRET: 'one secret for all processes of a test',
      }),
    },
  ]
}
