import { expect, it } from 'vitest'
import { compared, forwardersOf } from '../../config/forwarders.ts'

const named = (text: string) => forwardersOf('src/a/b.ts', text).map((one) => one.named)

it.each([
  ['const f = (a) => g(a)', 'f → g'],
  ['const f = async (...given) => await (await part()).g(...given)', 'f → (await part()).g'],
  ['function f(a, b) { return store.g(a, b) }', 'f → store.g'],
  ['const o = { f(a) { void this.g(a) } }', 'f → this.g'],
  ['each((one) => take(one))', ' → take'],
])('sees that "%s" only hands on', (text, told) => expect(named(text)).toEqual([`b.ts: ${told}`]))

it.each([
  'const f = (a) => g(a, 1)',
  'const f = (a, b) => g(b, a)',
  'const f = (a) => g(a.b)',
  'const f = ({ a }) => g(a)',
  'const f = (a) => g(a) + 1',
  'const f = (a) => h(1).g(a)',
  'const f = (a) => { begin(); return g(a) }',
])('lets "%s" be', (text) => expect(named(text)).toEqual([]))

it('counts a name as often as it is there', () => {
  expect(compared(['a', 'a', 'b'], ['a', 'c'])).toEqual({ added: [1, 2], gone: ['c'] })
  expect(compared(['a', 'a'], ['a', 'a'])).toEqual({ added: [], gone: [] })
})
