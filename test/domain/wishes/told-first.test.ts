import { expect, it } from 'vitest'
import { toldFirst } from '../../../src/domain/wishes/told-first.ts'

it.each([
  'Always push after making commits',
  'Make sure to pull in the latest changes from origin/main',
  "Never 'bun link' a session version",
  'Full schema should not be updated ever, it is a point in time snapshot',
])('tells %j first', (text) => expect(toldFirst([{ text, sessions: 1 }])).toHaveLength(1))

it.each([
  'Spawn worker then',
  'I thought we removed trace.json and use transcript.jsonl directly',
  'Maybe go through the e2e tests without having to push',
  'They should update the task spec',
  'We dont want to use that directory format ever, use the format the other tasks use',
  'Re changelog, they should just follow the instructions',
  'Never force-push, and get it reviewed ┃ before squash-merge',
  'Push research into the wiki',
])('does not tell %j first', (text) => expect(toldFirst([{ text, sessions: 4 }])).toEqual([]))

it('tells an order that came in five sessions, and what was said most often first', () => {
  const wishes = [
    { text: 'Always use tabs', sessions: 2 },
    { text: 'Update changelog', sessions: 5 },
  ]
  expect(toldFirst(wishes)).toEqual(wishes.toReversed())
})
