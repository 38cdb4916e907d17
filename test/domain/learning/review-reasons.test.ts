import { describe, expect, test } from 'vitest'
import { reviewDecision } from '../../../src/domain/learning/review-reasons.ts'
import type { ToolCall } from '../../../src/domain/turn.ts'
import { edited, ran, turn } from './session.ts'

const decided = (calls: readonly ToolCall[]) =>
  reviewDecision({ turns: [turn('a', 'from now on write it like this', calls)] })
const LEFT = { due: false, reason: 'person edited skills' }

describe('a session that changed a skill is left to the person', () => {
  test.each([
    'echo x | tee -a .claude/skills/a/SKILL.md',
    "cat <<'E' | tee .claude/skills/a/SKILL.md\nx\nE",
    'cp -r /tmp/a ~/.claude/skills/',
    'cat > .claude/skills/a/skill.md <<E\nx\nE',
    'mv .claude/skills/a .claude/skills/b',
    'rm -r ~/.codex/skills/a',
    "sed -i 's/a/b/' skills/a/SKILL.md",
    'cd .claude/skills/a && rm SKILL.md',
    'git checkout -- .claude/skills/a/references/api.md',
    'cp notes.md skills/a/references/notes.md',
    'for f in .claude/skills/*/SKILL.md; do rm $f; done',
    `python3 -c "open('.claude/skills/a/SKILL.md', 'w').write('x')"`,
  ])('by %s', (command) => {
    expect(decided([ran(command)])).toEqual(LEFT)
    expect(decided([ran(command, false)])).toMatchObject({ due: true })
  })

  test.each(['.claude/skills/a/skill.md', 'skills/a/references/x.md'])('by an edit of %s', (path) => {
    expect(decided([edited(path)])).toEqual(LEFT)
    expect(decided([{ ...edited(path), ok: false }])).toMatchObject({ due: true })
  })

  test.each([
    'cat .claude/skills/a/SKILL.md',
    'python3 .claude/skills/a/scripts/fill.py',
    'rm -r build && cat .claude/skills/a/SKILL.md',
    'rm src/skills/sword.ts',
    'cat <<E | tee notes.md\nsee .claude/skills/a/SKILL.md\nE',
  ])('and not by %s', (command) => expect(decided([ran(command)])).toMatchObject({ due: true }))
})
