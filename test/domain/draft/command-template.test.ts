import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeDraft } from '../../../src/domain/draft/compose.ts'
import { procedureOf } from '../../../src/domain/draft/procedure.ts'
import { type TurnTrajectory, toTrajectory } from '../../../src/domain/turn.ts'
import { readTranscript } from '../../../src/engines/transcripts.ts'
import { falseCommands } from './filled-in.ts'
import { aTurn, bash } from './turns.ts'

const steps = (...commands: (readonly string[])[]) => {
  const runs = commands[0]!.map((_, run) =>
    aTurn(
      'do it',
      commands.map((each) => bash(each[run]!)),
    ),
  )
  const { body, procedure } = composeDraft({ signature: 's', trajectories: runs })
  expect(falseCommands(procedure)).toEqual([])
  return [...body.matchAll(/^\d+\. Run `([^`]+)`/gm)].map(([, command]) => command)
}

describe('a command in a step', () => {
  it.each<[string, readonly string[]]>([
    ['git commit -am "<message>"', ['git commit -am "add users"', 'git commit -am "fix it"', 'git commit -am "x y z"']],
    ['FOO="a b" make release', ['FOO="a b" make release', 'FOO="a b" make release', 'FOO="a b" make release']],
    ['git checkout <branch>', ['git checkout main', 'git checkout dev', 'git checkout topic-x']],
    ['cp <source> <target>', ['cp a.txt b.txt', 'cp c.txt d.txt', 'cp e.txt f.txt']],
    [
      'psql -c "select count(*) from <table>"',
      [
        'psql -c "select count(*) from users"',
        'psql -c "select count(*) from orders"',
        'psql -c "select count(*) from items"',
      ],
    ],
    ['gh pr view <number>', ['gh pr view 12', 'gh pr view 345', 'gh pr view 6']],
    [
      'npx vitest run test/<name>.test.ts',
      ['npx vitest run test/a.test.ts', 'npx vitest run test/bc.test.ts', 'npx vitest run test/d.test.ts'],
    ],
    [
      'cat notes.txt | sort > <file>',
      ['cat notes.txt | sort > a', 'cat notes.txt | sort > b', 'cat notes.txt | sort > c'],
    ],
    ['npm test', ['npm test', 'npm test 2>&1 | tail -5', 'timeout 60 npm test']],
    ['cd web && npm run build', ['cd web && npm run build', 'cd web && npm run build', 'cd web; npm run build']],
    ['git push <remote> <branch>', ['git push origin a', 'git push fork b', 'git push up c']],
  ])('is %s', (shown, runs) => {
    expect(steps(runs)).toEqual([shown])
  })

  it.each([
    ['a loop over a variable', ['for f in a b; do sort "$f"; done | sort > out']],
    ['a here-document', ['python3 <<EOF\nprint(1)\nEOF']],
    ['a substitution', ['git log $(git merge-base main HEAD)..HEAD']],
    ['a template of an engine', ["docker ps --format '{{.Names}}'"]],
  ])('is left out whole: %s', (_what, [command]) => {
    expect(steps([command!, command!, command!])).toEqual([])
  })

  it('acts outside the project only where every run did, and says so', () => {
    const push = 'git push origin main'
    expect(steps([push, push, 'git status'])).toEqual([])
    const runs = ['a', 'b', 'c'].map((says) => aTurn(says, [bash(push)]))
    expect(composeDraft({ signature: 's', trajectories: runs }).body).toContain(
      '1. Run `git push origin main` (acts outside the project)',
    )
  })
})

describe('filled in with what a run had, a command is that run’s command', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'main',
      'src/a.ts',
      './x/y.go',
      '-v',
      '--title',
      '-m',
      '--out=dist',
      'A=1',
      '12',
      'v1.2.3',
      '2>&1',
      '> out',
      '| tail -3',
    ),
    fc.constantFrom(
      '"add users"',
      "'it''s'",
      '"a \\"b\\" c"',
      "'$x'",
      '"$HOME/x"',
      '"`id`"',
      '\\ ',
      '*',
      '{a,b}',
      '"<b>"',
      '#12',
      "$'a'",
    ),
    fc.string({ unit: fc.constantFrom(...'ab "\'\\$<>|&;(){}#!~*?='), minLength: 1, maxLength: 8 }),
  )
  const command = fc
    .tuple(
      fc.constantFrom('git', 'npm', 'make', 'psql', 'cp', 'node', 'curl', 'cd web && npm'),
      fc.array(word, { maxLength: 6 }),
    )
    .map(([program, words]) => [program, ...words].join(' '))

  it('over generated runs with hostile quoting', () => {
    const run = fc.array(command, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(run, fc.array(fc.tuple(fc.nat(), word), { maxLength: 4 }), (base, changes) => {
        // Three runs of one task: the same commands, some words exchanged.
        const runs = [0, 1, 2].map((shift) =>
          base.map((line, i) => {
            const words = line.split(' ')
            for (const [at, other] of changes)
              if ((at + shift) % 3 > 0 && at % base.length === i) words[at % words.length] = other
            return words.join(' ')
          }),
        )
        const turns = runs.map((lines) =>
          aTurn(
            'do it',
            lines.map((line) => bash(line)),
          ),
        )
        expect(falseCommands(procedureOf(turns))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('over triples of turns of real sessions', async () => {
    const root = new URL('../../fixtures/transcripts/', import.meta.url).pathname
    let commands = 0
    for (const engine of ['claude-code', 'codex', 'gemini', 'pi'] as const) {
      const turns: TurnTrajectory[] = []
      for (const file of readdirSync(join(root, engine)))
        turns.push(...(await turnsOf(engine, join(root, engine, file))))
      const ran = turns.filter(({ toolCalls }) =>
        toolCalls?.some(({ input }) => /"(?:command|cmd)":/.test(JSON.stringify(input))),
      )
      for (let i = 0; i + 2 < ran.length; i++) {
        for (const other of [2, 3, 5, 7, 11]) {
          const procedure = procedureOf([ran[i]!, ran[i + 1]!, ran[(i + other) % ran.length]!])
          commands += procedure.steps.filter(({ kind }) => kind === 'RUN').length
          expect(falseCommands(procedure)).toEqual([])
        }
      }
    }
    expect(commands).toBeGreaterThan(15)
  })
})

async function turnsOf(engine: string, path: string): Promise<readonly TurnTrajectory[]> {
  const turns: TurnTrajectory[] = []
  for await (const event of readTranscript(engine, path, {}))
    if (event.kind === 'turn') turns.push(toTrajectory(event.turn, new Date(0)))
  return turns
}
