import test from 'ava'
import { parseHeaderValue } from '../../../proxy/body/content-type.ts'

const VALUES: readonly (readonly [header: string | undefined, value: string, parameters: Record<string, string>])[] = [
  [undefined, '', {}],
  ['', '', {}],
  ['Text/HTML', 'text/html', {}],
  ['text/html;charset=UTF-8', 'text/html', { charset: 'UTF-8' }],
  ['multipart/form-data; boundary="a;b=c"; x=y', 'multipart/form-data', { boundary: 'a;b=c', x: 'y' }],
  ['form-data; name="a \\"b\\" \\\\ c"', 'form-data', { name: 'a "b" \\ c' }],
  ['form-data; filename="C:\\dir\\file.txt"', 'form-data', { filename: 'C:\\dir\\file.txt' }],
  ['a/b; charset=one; CHARSET=two', 'a/b', { charset: 'one' }],
  ['a/b; flag; charset=x', 'a/b', { 'flag charset': 'x' }],
  ['a/b; open="never closed', 'a/b', { open: 'never closed' }],
  ['a/b; =x; y=', 'a/b', { y: '' }],
  ['; charset=x', '', { charset: 'x' }],
]

for (const [header, value, parameters] of VALUES) {
  test(`${header ?? 'no header'} is split`, (t) => {
    const parsed = parseHeaderValue(header)
    t.is(parsed.value, value)
    t.deepEqual(Object.fromEntries(parsed.parameters), parameters)
  })
}

test('a header of endless parameters is read to a bound', (t) => {
  t.is(parseHeaderValue(`a/b${Array.from({ length: 5000 }, (_, n) => `; p${n}=v`).join('')}`).parameters.size, 32)
})
