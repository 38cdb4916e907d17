import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answersByExit, checksWork, masksExit } from '../../src/domain/check.ts'

describe('checksWork', () => {
  it.each([
    'npm test',
    'cd app && npm run test:ci 2>&1 | tail -5',
    'mise run lint',
    'go vet ./...',
    'CI=1 npx vitest run',
    'bash -lc "cargo clippy --all"',
    './gradlew build',
    'python -m pytest tests/test_a.py -v',
    'time make check',
    'bash scripts/test.sh --all',
    'npx tsc -p tsconfig.json',
  ])('sees a check in %s', (command) => expect(checksWork(command)).toBe(true))

  it.each([
    'ls test',
    'grep -rn "npm test" .',
    'cat build.log',
    'git commit -m "add tests"',
    'find . -name "*.spec.ts" | head',
    "cat <<'EOF' > run.sh\nnpm test\nEOF",
    'echo test',
    'node latest.js',
    'bd create "Add tests for the parser"',
    'test -f build.log',
    'rtk git add src/test/parser.ts',
    '',
  ])('sees none in %s', (command) => expect(checksWork(command)).toBe(false))
})

describe('masksExit', () => {
  it.each([
    'npm test | tail',
    'npm test 2>&1 | tee out.txt',
    'cd app && npm test 2>&1 | grep -v warn',
    'npm test | tail -5; echo done',
    'bash -lc "npm test | tail"',
    'npm test |& tail',
  ])('says so of %s', (command) => expect(masksExit(command)).toBe(true))

  it.each([
    'npm test',
    'npm test || true',
    'set -o pipefail; npm test | tail',
    "echo 'a | b'",
    'grep "x|y" file',
    'npm test | tail; echo PIPESTATUS',
    'git log | head && npm test',
    'grep x \\| y',
  ])('does not of %s', (command) => expect(masksExit(command)).toBe(false))
})

describe('answersByExit', () => {
  it('knows commands whose exit status 1 is an answer', () => {
    expect(['grep x f', 'cd a && rg x', 'cat f | grep x', 'diff a b', 'test -f x'].map(answersByExit)).toEqual(
      Array(5).fill(true),
    )
    expect(['npm test', 'ls x', 'grep x f && npm test'].map(answersByExit)).toEqual([false, false, false])
  })
})

it('reads any command line without a fault', () => {
  const piece = fc.constantFrom(
    "'",
    '"',
    '\\',
    '|',
    '&&',
    ';',
    '\n',
    '<<EOF',
    'EOF',
    '$(',
    'npm test',
    'bash -lc ',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
      const command = pieces.join('')
      expect(typeof checksWork(command)).toBe('boolean')
      expect(typeof masksExit(command)).toBe('boolean')
    }),
    { seed: 5, numRuns: 500 },
  )
})
