import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { argvCommands, shellCommands } from '../../../src/domain/draft/shell.ts'
import { asLine } from '../../../src/domain/draft/shell-word.ts'

const plain = (line: string) => shellCommands(line).map(({ argv }) => argv.join(' '))

describe('shellCommands', () => {
  it.each([
    ['npm test', ['npm test']],
    ['cd /work/app && npm run lint 2>&1 | tail -20', ['npm run lint']],
    ["bash -lc 'npm ci && npm test'", ['npm ci', 'npm test']],
    ['mise run fmt && mise run lint 2>&1 | tail -20', ['mise run fmt', 'mise run lint']],
    ['git status; git diff | head -50', ['git status', 'git diff']],
    ['make build || echo failed', ['make build']],
    ['timeout 60 npm test', ['npm test']],
    ['command -v bd', ['command -v bd']],
    ['time nice -n 10 env CI=1 go test ./...', ['go test ./...']],
    ['for f in *.go; do gofmt -w "$f"; done', ['for']],
    ['if [ -f a ]; then npm ci; else npm i; fi', ['if']],
    ['curl -fsSL https://example.org/install.sh | bash', ['curl -fsSL https://example.org/install.sh']],
    ['echo hello | python run.py', ['python run.py']],
    ['(cd sub && make)', ['make']],
    ['set -o pipefail; npm test | tee out.txt', ['npm test']],
    ['echo one; sleep 2; true', []],
    ['', []],
    ['gh pr view 12 --json title | jq .title', ['gh pr view 12 --json title']],
  ])('reads %j', (line, commands) => {
    expect(plain(line)).toEqual(commands)
  })

  it('takes a leading cd as the folder of what follows, and not of what stands outside its brackets', () => {
    expect(shellCommands('cd web && npm test').map(({ dir }) => dir)).toEqual(['web'])
    expect(shellCommands('cd a && cd b && make').map(({ dir }) => dir)).toEqual(['a/b'])
    expect(shellCommands('(cd a && make); make').map(({ dir }) => dir)).toEqual(['a', undefined])
  })

  it.each([
    ['git commit -am "add users"', 'git commit -am "add users"'],
    ['FOO="a b" make release', 'FOO="a b" make release'],
    ['for f in a b; do sort "$f"; done | sort > out', 'for f in a b; do sort "$f"; done | sort > out'],
    ['curl -fsSL https://example.org/install.sh | bash', 'curl -fsSL https://example.org/install.sh | bash'],
    ['cat a.txt|sort >out.txt', 'cat a.txt | sort > out.txt'],
    ['source venv/bin/activate && pytest -q', 'source venv/bin/activate && pytest -q'],
    ['timeout 60 npm test 2>&1 | tail -5', 'timeout 60 npm test 2>&1 | tail -5'],
    ['npm start &', 'npm start &'],
    [`bash -lc 'uv run pytest -k "a b"'`, 'uv run pytest -k "a b"'],
  ])('keeps %j whole, as it was typed', (line, typed) => {
    expect(shellCommands(line).map((command) => command.typed?.full.map(({ text }) => text).join(' '))).toEqual([typed])
  })

  it('knows what only says how to run or show a command', () => {
    const bare = (line: string) =>
      shellCommands(line)[0]
        ?.typed?.bare.map(({ text }) => text)
        .join(' ')
    expect(bare('source x && timeout 60 npm test 2>&1 | tail -5')).toBe('npm test')
    expect(shellCommands('tasks list --json | cat')[0]?.typed?.full.map(({ text }) => text)).toEqual([
      'tasks',
      'list',
      '--json',
    ])
    expect(bare('env CI=1 npm test')).toBe('env CI=1 npm test')
    expect(bare('npm test > log.txt')).toBe('npm test > log.txt')
  })

  it('gives no text of a command whose end cannot be parsed', () => {
    for (const line of ['git commit ) x', 'python3 <<EOF\nprint(1)'])
      expect(shellCommands(line).at(-1)?.typed).toBeUndefined()
  })

  it.each([
    ['make "b\nc"', 'echo "a\nb" | tee x && make "b\nc"'],
    ['python3 - <<EOF\nprint(1)\nEOF', 'python3 - <<EOF && git status\nprint(1)\nEOF\n'],
    ['cat <<A | psql "$DB" &\nselect 1\nA', 'cat <<A | psql "$DB" &\nselect 1\nA'],
    [`git commit -m "$(cat <<'EOF'\nfix: it\nEOF\n)"`, `git add . && git commit -m "$(cat <<'EOF'\nfix: it\nEOF\n)"`],
  ])('gives %j over several lines whole, its here-document behind it', (text, line) => {
    const texts = shellCommands(line).map(({ typed }) => asLine(typed!.full.map((word) => word.text)))
    expect(texts).toContain(text)
  })

  it('marks an exit status that a pipe or a way out hides, unless pipefail holds', () => {
    expect(shellCommands('npm test | tail -3')[0]?.masked).toBe(true)
    expect(shellCommands('npm test || true')[0]?.masked).toBe(true)
    expect(shellCommands('set -euo pipefail; npm test | tail -3').at(-1)?.masked).toBe(false)
    expect(shellCommands('npm test 2>&1')[0]?.masked).toBe(false)
  })

  it('sees what a command writes, and that it waited for the one before', () => {
    const [cat] = shellCommands("cat > notes.md <<'EOF'\n- `rm -rf /` $(boom)\nEOF\n")
    expect(cat).toMatchObject({ argv: ['cat'], writesTo: 'notes.md' })
    expect(shellCommands('a && b; c').map(({ conditional }) => conditional)).toEqual([false, true, false])
  })

  it('opens an argument list that starts a shell and leaves others alone', () => {
    expect(argvCommands(['bash', '-lc', 'rg x | head']).map(({ argv }) => argv)).toEqual([['rg', 'x']])
    expect(argvCommands(['git', 'commit', '-m', 'a && b']).map(({ argv }) => argv)).toEqual([
      ['git', 'commit', '-m', 'a && b'],
    ])
  })

  it('never throws and stays small, whatever it is given', () => {
    const pieces = fc.constantFrom(
      '&&',
      '|',
      ';',
      '$(',
      ')',
      '"',
      "'",
      '`',
      '<<EOF',
      '\n',
      'cd',
      'a',
      'if',
      'do',
      '{',
      '}',
      '((',
      'bash -c',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 200 }),
          fc.array(pieces).map((all) => all.join(' ')),
        ),
        (line) => {
          expect(shellCommands(line).length).toBeLessThanOrEqual(64)
        },
      ),
      { numRuns: 3000 },
    )
    expect(shellCommands(`${'('.repeat(20_000)}a`).length).toBeLessThanOrEqual(64)
    expect(shellCommands('a;'.repeat(50_000))).toHaveLength(64)
  })
})
