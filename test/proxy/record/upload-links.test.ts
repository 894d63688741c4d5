import test from 'ava'
import { fileIdsIn } from '../../../proxy/platforms/file-ids.ts'
import { UploadLinks } from '../../../proxy/record/upload-links.ts'

test('files are known to the client that sent them, and only the newest of many', (t) => {
  const links = new UploadLinks()
  links.add('ann', 'file-a', '1')
  t.deepEqual(links.of('ann', ['file-a', 'file-b', 'file-a']), ['1'])
  t.deepEqual(links.of('ben', ['file-a']), [])
  links.add('ann', 'file-a', '2')
  t.deepEqual(links.of('ann', ['file-a']), ['2'])
  for (let index = 0; index < 300; index++) links.add('ann', `file-${index}`, `${index}`)
  t.deepEqual(links.of('ann', ['file-a', 'file-43', 'file-44', 'file-299']), ['44', '299'])
  for (let client = 0; client < 100; client++) {
    for (let index = 0; index < 256; index++) links.add(`c${client}`, `file-${index}`, 'x')
  }
  t.deepEqual(links.of('ann', ['file-299']), [], 'the client that was seen least recently goes first')
  t.deepEqual(links.of('c99', ['file-0']), ['x'])
})

test('ids of files are found under the names that services give them, and bounded', (t) => {
  t.deepEqual(fileIdsIn({ a: [{ file_id: 'file-1234' }], asset_pointer: 'sediment://file_5678' }).sort(), [
    ...['file-1234', 'file_5678'],
  ])
  t.deepEqual(fileIdsIn({ fileData: { fileUri: 'https://g.example/v1beta/files/abc-1' } }), ['abc-1'])
  t.deepEqual(fileIdsIn({ attachments: [{ id: 'file-9999', size: 3 }] }), ['file-9999'])
  t.deepEqual(fileIdsIn({ id: 'msg-1234', name: 'somebody' }), [])
  t.deepEqual(fileIdsIn({ id: 'file-1234' }, true), ['file-1234'])
  t.deepEqual(fileIdsIn({ file: { name: 'files/abc-2', uri: 'https://g.example/files/abc-2' } }, true), ['abc-2'])
  t.is(fileIdsIn({ file_ids: Array.from({ length: 1000 }, (_, index) => `file-${index}`) }).length, 64)
  let deep: unknown = 'file-deep'
  for (let depth = 0; depth < 100_000; depth++) deep = [deep]
  t.deepEqual(fileIdsIn({ file_ids: deep }), [])
})
