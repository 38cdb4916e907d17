import { describe, expect, it } from 'vitest'
import { procedureOf } from '../../../src/domain/draft/procedure.ts'
import { commandLine } from '../../../src/domain/draft/step-text.ts'
import { aTurn, bash } from './turns.ts'

const shown = (...runs: readonly (readonly string[])[]): readonly string[] =>
  procedureOf(runs.map((lines) => aTurn('spawn workers for it', lines.map(bashOf))))
    .steps.filter(({ kind }) => kind === 'RUN')
    .map(commandLine)

const bashOf = (line: string) => bash(line)

describe('a command that every run ran', () => {
  it('stands where the run whose order is shown had another form of it', () => {
    const looks = (name: string) => [`workmux status ${name}`, `workmux capture ${name} -n 80`, `workmux wait ${name}`]
    expect(
      shown(
        ['workmux add feat/core --name core --base main -b', ...looks('core')],
        ['git fetch origin', 'git status --short', 'workmux add docs -b -P docs.md', ...looks('docs')],
        ['git fetch origin', 'git status --short', 'workmux add feat/cli --name cli --base main -b'],
      ),
    ).toContain('workmux add feat/<branch> --name <branch> --base main -b')
  })
})
