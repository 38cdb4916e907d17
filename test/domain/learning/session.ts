import type { Session, SessionTurn } from '../../../src/domain/learning/evidence.ts'
import type { ProposedSkill } from '../../../src/domain/learning/proposal.ts'
import type { ToolCall, TurnTrajectory } from '../../../src/domain/turn.ts'

/** A turn of a made-up session; successful where nothing else is said. */
export const turn = (
  id: string,
  userInput: string,
  toolCalls: readonly ToolCall[] = [],
  more: Partial<TurnTrajectory> = {},
): SessionTurn => ({
  id,
  trajectory: {
    ...{ userInput, outcome: 'success', summary: '', timestamp: new Date('2026-03-01T10:00:00Z'), toolCalls },
    ...more,
  },
})

/** A call of a shell. */
export const ran = (command: string, ok: boolean | null = true, more: Partial<ToolCall> = {}): ToolCall => ({
  ...{ name: 'Bash', input: { command }, ok },
  ...(ok === false ? { exitCode: 1 } : {}),
  ...more,
})

export const edited = (path: string): ToolCall => ({
  name: 'Edit',
  input: { file_path: path, old_string: 'a', new_string: 'b' },
  ok: true,
})

export const session = (turns: readonly SessionTurn[]): Session => ({
  ...{ engine: 'claude-code', sessionId: 's1', projectDir: '/work/app', turns },
})

/** A session in which a migration failed until the client was generated again, and the person said how they want it. */
export const MIGRATION = session([
  turn('a', 'add a column for the nickname to users', [
    edited('/work/app/prisma/schema.prisma'),
    ran('npx prisma migrate dev --name nickname', false, { error: 'P1012: the client is out of date' }),
    ran('npx prisma generate'),
    ran('npx prisma migrate dev --name nickname'),
    ran('npm test'),
  ]),
  turn('b', 'good. always run npm run lint before you say that you are done', [ran('npm run lint')]),
])

/** What a careful model would propose from it. */
export const PROPOSED: ProposedSkill = {
  name: 'prisma-schema-change',
  description: 'Changes the Prisma schema and migrates the database. Use when a column or table is added or renamed.',
  use_when: ['a column or a table is added, renamed or removed'],
  not_when: ['only data is changed'],
  rules: [
    {
      text: 'Run the linter before work is called done.',
      cites: [{ turn: 't2', call: '', quote: 'always run npm run lint before you say that you are done' }],
    },
  ],
  steps: [
    {
      text: 'Generate the client before migrating.',
      command: 'npx prisma generate',
      cites: [{ turn: 't1', call: 'c3', quote: 'npx prisma generate' }],
    },
    {
      text: 'Migrate under a name that says what changes.',
      command: 'npx prisma migrate dev --name <name>',
      cites: [{ turn: 't1', call: 'c4', quote: 'npx prisma migrate dev --name nickname' }],
    },
  ],
  pitfalls: [
    {
      text: 'A migration before the client is generated fails.',
      reason: 'The client is out of date then.',
      cites: [{ turn: 't1', call: 'c2', quote: 'P1012: the client is out of date' }],
    },
  ],
  checks: [{ text: 'The tests pass.', command: 'npm test', cites: [{ turn: 't1', call: 'c5', quote: 'npm test' }] }],
  examples: ['add a column for the nickname to users'],
  tags: ['database'],
  confidence: 0.7,
}
