import { describe, expect, test } from 'vitest'
import type { SessionTurn } from '../../../src/domain/learning/evidence.ts'
import { commandsThatRan, didRun } from '../../../src/domain/learning/evidence-commands.ts'
import { aTurn, bash } from '../draft/turns.ts'

const didRunIn = (proposed: string, line: string) =>
  didRun(proposed, commandsThatRan([{ trajectory: aTurn('do it', [bash(line)]) } as SessionTurn]))

describe('a proposed command ran', () => {
  test.each([
    ['git commit -m "<message>"', `git add -A && git commit -m "$(cat <<'EOF'\nfix: it\n\nSo that it works.\nEOF\n)"`],
    ['git commit -m "<message>"', 'git commit -m "fix the thing that broke"'],
    ['psql "$DATABASE_URL" -c "<query>"', `psql "$DATABASE_URL" -c "select 'a b' from c"`],
    ['gh pr create --title "<title>" <options>', 'gh pr create --title "a b" --base main --draft'],
    ['gh pr create --title "<title>" <options>', 'gh pr create --title "a b"'],
    ["git commit -F - <<'EOF'\n<message>\nEOF", "git commit -F - <<'EOF'\nfix: it\n\nAll of it.\nEOF"],
  ])('%j, whatever its values hold: %j', (proposed, line) => {
    expect(didRunIn(proposed, line)).toBe(true)
  })

  test.each([
    ['git commit -m "<message>"', 'git commit --no-verify -m "a b"'],
    ['git commit -m "<message>"', 'git commit -m "a" -m "b"'],
    ['git commit -m <message>', 'git commit'],
    ['<program> prisma generate', 'npx prisma generate'],
    ['git push --force', 'echo "git push --force"'],
  ])('%j only as it is: not %j', (proposed, line) => {
    expect(didRunIn(proposed, line)).toBe(false)
  })
})
