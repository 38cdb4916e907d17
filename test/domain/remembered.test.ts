import { expect, test } from 'vitest'
import { remembered } from '../../src/domain/remembered.ts'

function counted(options?: { readonly most?: number; readonly longest?: number }) {
  const asked: string[] = []
  const of = remembered((text: string, place?: string) => {
    asked.push(`${text} ${place ?? '-'}`)
    return place === 'nowhere' ? undefined : text.toUpperCase()
  }, options)
  return { asked, of }
}

test('an answer is found once for the same texts, also where it is undefined', () => {
  const { asked, of } = counted()
  expect([of('a', 'x'), of('a', 'x'), of('a', 'nowhere'), of('a', 'nowhere'), of('ax')]).toEqual([
    'A',
    'A',
    undefined,
    undefined,
    'AX',
  ])
  expect(asked).toEqual(['a x', 'a nowhere', 'ax -'])
})

test('a text that is absent is no empty text', () => {
  const { asked, of } = counted()
  of('a')
  of('a', '')
  expect(asked).toEqual(['a -', 'a '])
})

test('neither long texts nor more than so many are kept', () => {
  const { asked, of } = counted({ most: 2, longest: 4 })
  for (const text of ['long text', 'long text', 'a', 'b', 'c', 'c', 'a']) of(text)
  expect(asked).toEqual(['long text -', 'long text -', 'a -', 'b -', 'c -', 'a -'])
})
