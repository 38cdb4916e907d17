import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeDraft } from '../../../src/domain/draft/compose.ts'
import { procedureOf } from '../../../src/domain/draft/procedure.ts'
import { type TurnTrajectory, toTrajectory } from '../../../src/domain/turn.ts'
import { readTranscript } from '../../../src/engines/transcripts.ts'
import { falseCommands, lostCommands } from './filled-in.ts'
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
    [
      'git add <files>',
      ['git add a.ts CHANGELOG.md', 'git add b.ts CHANGELOG.md c.ts d.ts', 'git add CHANGELOG.md docs/e.md'],
    ],
    [
      'git switch -c <branch>',
      ['git switch -c fix/a origin/main', 'git switch -c feat/b', 'git switch -c fix/c origin/next'],
    ],
    ['npm test', ['npm test', 'npm test 2>&1 | tail -5', 'timeout 60 npm test']],
    ['cd web && npm run build', ['cd web && npm run build', 'cd web && npm run build', 'cd web; npm run build']],
    [
      'git commit --no-verify -m "<message>"',
      ["add users'", 'fix\n\nCosts $1.\n\nCo-Authored-By: A <a@b.example>', 'go'].map(
        (message) => `git commit --no-verify -m "$(cat <<'EOF'\n${message}\nEOF\n)"`,
      ),
    ],
    [
      'gh pr create --title "<title>" --body "<body-value>" <options>',
      [
        'gh pr create --title "a b" --body "c"',
        'gh pr create --title "d" --body "e f" --base main',
        `gh pr create --title "g" --body "$(cat <<'EOF'\nh\nEOF\n)"`,
      ],
    ],
    [
      `gh api graphql -f query='{ node(id: "x") { pull(number: <number>) { title } } }'`,
      [7, 12, 345].map((n) => `gh api graphql -f query='{ node(id: "x") { pull(number: ${n}) { title } } }'`),
    ],
    [
      'psql "$DATABASE_URL" -c "<query>"',
      ['select 1', 'delete from users where id = 3', 'select "x" from y'].map((q) => `psql "$DATABASE_URL" -c "${q}"`),
    ],
    ['pytest <options> t/<file>', ['pytest -q t/a.py', 'pytest t/b.py', 'pytest -x -q t/c.py']],
    [
      'gh pr create --title "<title>" --body <body-value>',
      ['"a"', `"$(cat <<'EOF'\nb\nEOF\n)"`, `"$(cat <<'EOF'\nof which the end was cut…`].map(
        (body, n) => `gh pr create --title "t ${n}" --body ${body}`,
      ),
    ],
    ['git branch <options>', ['git branch -D a', 'git branch --merged main', 'git branch -D b c']],
    ['git log <commit> -1', ['git log main -1', 'git log origin/main -1', 'git log a/b -1']],
    ['rtk git commit -m "<message>"', ['a b', 'c d', 'e f g'].map((text) => `rtk git commit -m "${text}"`)],
    ['git push <arguments>', ['git push', 'git push -u origin a', 'git push origin b']],
    [
      'git add notes/<name>-plan.md',
      ['2026-02-11', '2026-02-13', '2026-02-14'].map((date) => `git add notes/${date}-plan.md`),
    ],
    ['git add notes/<file>', ['a', 'b', 'c'].map(() => 'git add notes/2026-02-11.md')],
    ['gh pr view <number> --json title', ['7', '7', '7'].map((n) => `gh pr view ${n} --json title`)],
    ['git push <remote> <branch>', ['git push origin a', 'git push fork b', 'git push up c']],
  ])('is %s', (shown, runs) => {
    expect(steps(runs)).toEqual([shown])
  })

  it.each([
    ['a loop over a variable', 'for f in a b; do sort "$f"; done | sort > out'],
    ['a substitution', 'git log $(git merge-base main HEAD)..HEAD'],
    ['a variable', 'psql "$DATABASE_URL" -c "select 1"'],
  ])('stands as it ran: %s', (_what, command) => {
    expect(steps([command, command, command])).toEqual([command])
  })

  it.each([
    ["docker ps --format '{{.Names}}'", 'it holds what some agents run or fill in when they load a skill'],
    ["awk '{print $1}' log", 'it holds a variable that some agents fill in when they load a skill'],
    ['make "<b>"', 'its angle brackets would read as a placeholder or a tag'],
    [`make ${'x'.repeat(1_000)}`, 'it has more than 1000 characters without what varies'],
    ['make "', 'its end was cut off'],
    ['make ) x', 'its line could not be read command by command'],
  ])('is left out whole and named with the reason: %s', (command, why) => {
    const runs = ['a', 'b', 'c'].map((says) => aTurn(says, [bash(command), bash('git status')]))
    const { body, files } = composeDraft({
      signature: 's',
      trajectories: runs,
    })
    expect(body).not.toContain(command.split(' ')[0])
    expect(files.get('references/evidence.md')).toContain(`: ${why}\n`)
  })

  it('stands in a block where it has several lines, with the text of its here-document', () => {
    const commit = (message: string) => bash(`git commit --no-verify -F - <<'EOF'\n${message}\nEOF\n`)
    const runs = ['add users', 'fix\n\nIt was "$1".', 'go'].map((message) => aTurn('commit it', [commit(message)]))
    const { body, procedure } = composeDraft({
      signature: 's',
      trajectories: runs,
    })
    expect(falseCommands(procedure)).toEqual([])
    expect(body).toContain(
      ['1. Run this:', '   ```sh', "   git commit --no-verify -F - <<'EOF'", '   <message>', '   EOF', '   ```'].join(
        '\n',
      ),
    )
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
          expect(lostCommands(procedure)).toEqual([])
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
