import { describe, expect, it } from 'vitest'
import { requestGate } from '../../../src/domain/draft/gates.ts'
import { NO_TASKS } from './no-task-requests.ts'
import { TASKS } from './task-requests.ts'

const refused = (requests: readonly string[]) =>
  requests.flatMap((text) => {
    const gate = requestGate(text)?.gate
    return gate === undefined ? [] : [`${gate}: ${text}`]
  })

describe('gates over short requests', () => {
  it('refuse none that sets a task', () => expect(refused(TASKS)).toEqual([]))

  it('refuse all that set none', () => expect(refused(NO_TASKS)).toHaveLength(NO_TASKS.length))
})
