import test from 'ava'
import type { Db } from 'mongodb'
import { MongoUsers } from '../../../api/store/mongodb/users.ts'

test('names of people are read without the rest of their documents, which hold secrets', async (t) => {
  const projections: unknown[] = []
  const documents = [
    { _id: 'a', display_name: 'Jo', email: 'jo@example.com' },
    { _id: 'b', display_name: ' ', email: 'b@example.com' },
  ]
  const cursor = {
    sort: () => cursor,
    skip: () => cursor,
    limit: () => cursor,
    project(projection: unknown) {
      projections.push(projection)
      return cursor
    },
    toArray: async () => documents,
  }
  const db = { collection: () => ({ find: () => cursor }) } as unknown as Db
  const names = await new MongoUsers(db, {} as never, { addRecovery() {} } as never).names('t', ['a', 'b'])
  t.deepEqual(
    [...names],
    [
      ['a', 'Jo'],
      ['b', 'b@example.com'],
    ],
  )
  t.deepEqual(projections, [{ _id: 1, display_name: 1, email: 1 }])
})
