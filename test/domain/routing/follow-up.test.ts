import { expect, it } from 'vitest'
import { inContext, isFollowUp } from '../../../src/domain/routing/follow-up.ts'

const GO_ON = [
  ...['and now for the other file', 'yes, the same for staging', 'do the same with the second one', 'next one'],
  ...['now in French', 'what about the login page?', 'can you also do it for the API module', 'also for production'],
  ...[
    'same thing but for the users table',
    '另外一个呢',
    '同样处理第二个文件',
    'теперь для другого файла',
    'то же для тестов',
  ],
]
const DO_NOT = [
  ...['ok', 'thanks', 'continue', 'go on', 'yes please', 'try again', 'looks good', 'no', '', '好的', '谢谢'],
  ...['also add tests for the parser', 'review the PR', 'next song, please', 'one or the other, or both'],
  ...['what about the calories for this chicken salad', "don't make too much noise", 'do you work for another person'],
]

it('takes for a follow-up what goes on with an earlier request and says little', () => {
  expect(GO_ON.filter((text) => !isFollowUp(text))).toEqual([])
})

it('takes for none what only answers, and what names a task of its own', () => {
  expect(DO_NOT.filter(isFollowUp)).toEqual([])
})

it('reads a follow-up with the latest request before it that names a task', () => {
  const earlier = ['and for the tests', 'thanks', 'review the migration of the users table', 'write release notes']
  const text = 'yes, the same for staging'
  expect(inContext(text, [text, ...earlier])).toBe(`review the migration of the users table\n${text}`)
  expect(inContext(text, ['ok', 'and for the tests'])).toBe(text)
  expect(inContext(text, [])).toBe(text)
})
