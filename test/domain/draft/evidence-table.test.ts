import { expect, it } from 'vitest'
import { evidenceTable } from '../../../src/domain/draft/evidence-table.ts'
import { outlineOf } from '../../../src/domain/draft/outline.ts'
import { aTurn, bash } from './turns.ts'

it('shows a command as it ran: without cd where a run was in the folder already', () => {
  const trajectories = ['cd /w/one && git push', 'git push', 'cd /w/two && git push'].map((command) =>
    aTurn('push the branch', [bash(command)]),
  )
  const { rows } = evidenceTable(outlineOf({ signature: 's', trajectories }).procedure)
  expect(rows.map(({ calls }) => [...calls].sort())).toEqual([
    ['Run `cd /w/one && git push`', 'Run `cd /w/two && git push`', 'Run `git push`'],
  ])
})
