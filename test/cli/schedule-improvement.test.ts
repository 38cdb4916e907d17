import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Proposal, ProposedSkill } from '../../src/domain/learning/proposal.ts'
import { PROPOSED } from '../domain/learning/session.ts'
import { json, SAYING, startServer } from '../model/hostile-server.ts'
import { skillMd } from '../service/home.ts'
import { Home } from './command-line.ts'
import { answerIn, waitingIn } from './handoff.ts'
import type { Wire } from './scheduling-home.ts'

const SKILL = 'schema-changes'
const MINE = skillMd(
  SKILL,
  'How the schema is changed. Use when a column is added.',
  '# Mine\n\n1. Run `npx prisma migrate dev --name <name>`.\n2. Run `npm test`.',
)
const LESSON: ProposedSkill = {
  ...PROPOSED,
  ...{ rules: [], pitfalls: [], checks: [] },
  steps: [
    {
      text: 'Generate the client before migrating.',
      command: 'npx prisma generate',
      cites: [{ turn: 't1', call: 'c2', quote: 'npx prisma generate' }],
    },
  ],
}
const PROPOSAL: Proposal = {
  ...{ triage: 'defect', operation: 'update', target: SKILL, reason: 'the client first', skill: LESSON, look: [] },
}
/** What a model answers, by the prompt that it is asked with. */
const ANSWERS: Readonly<Record<string, object>> = {
  extract: PROPOSAL,
  audit: { claims: [{ id: 'steps[0]', supported: true, reason: '' }] },
  judge: { decision: 'merge', target: SKILL, reason: 'the skill lacks it' },
  merge: {
    edits: [
      {
        ...{ anchor: '# Mine', action: 'insert_after', removes: [], claims: ['steps[0]'] },
        text: '0. Generate the client before migrating: `npx prisma generate`.',
      },
    ],
    reason: 'the client was out of date',
  },
}

/** A home whose agent migrates, and whose tests fail in the end: what a person sees first of a skill that lacks a step. */
async function homeWithFailedRun(): Promise<Home & { readonly learn: (env: object) => ReturnType<Home['run']> }> {
  const home = new Home()
  const bin = join(home.root, 'bin')
  mkdirSync(bin)
  mkdirSync(join(home.skills, SKILL), { recursive: true })
  writeFileSync(join(home.skills, SKILL, 'SKILL.md'), MINE)
  writeFileSync(join(bin, 'claude'), AGENT)
  chmodSync(join(bin, 'claude'), 0o755)
  const env = { PATH: `${bin}:/usr/bin:/bin`, WAYLAND_DAEMON_AUTOSTART: 'off' }
  const added = await home.run(['schedule', 'add', SKILL, '--at', '+1h', 'age to users', '--json'], { env })
  const run = await home.run(['schedule', 'run', added.json<Wire>().id], { env })
  expect(run).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('was done, but "npm test" failed with exit code 1'),
  })
  return Object.assign(home, {
    learn: async (more: object) => await home.run(['learn'], { env: { ...env, ...more } }),
  })
}

async function expectProposed(home: Home): Promise<void> {
  const file = join(home.skills, SKILL, 'SKILL.md')
  expect(readFileSync(file, 'utf8')).toBe(MINE)
  const ran = async () => (await home.run(['run', `sched-${SKILL}`])).stdout
  const change = (await home.run(['show', SKILL])).stdout
  expect(change).toContain('Generate the client before migrating')
  expect(await home.run(['skills', 'set', SKILL, 'accepted'])).toMatchObject({ code: 0 })
  expect(readFileSync(file, 'utf8')).toContain(
    '1. Generate the client before migrating: `npx prisma generate`.\n2. Run `npx prisma migrate dev --name <name>`.',
  )
  // What runs is the copy, until a person brings the edit over.
  expect(await ran()).not.toContain('Generate the client')
  expect((await home.run(['schedule', 'refresh', SKILL])).stdout).toContain('+1. Generate the client before migrating')
  expect(await ran()).toContain('Generate the client')
}

it('after a scheduled run that failed, "learn" asks the model of a server and proposes an edit of the skill', async () => {
  const prompts: string[] = []
  const { url } = await startServer((response, { body }) => {
    const text = JSON.stringify(body)
    const purpose = Object.entries(BEGINNINGS).find(([, words]) => text.includes(words))?.[0] ?? ''
    prompts.push(purpose)
    if (purpose === 'extract') expect(text).toContain('error: Error: the generated client is out of date')
    json(response, SAYING.openai(JSON.stringify(ANSWERS[purpose])))
  })
  const home = await homeWithFailedRun()
  const model = { WAYLAND_MODEL_PROVIDER: 'openai', WAYLAND_MODEL_URL: url, WAYLAND_MODEL_NAME: 'small' }
  const learned = await home.learn(model)
  expect(learned).toMatchObject({ code: 0, stdout: expect.stringContaining(`update ${SKILL}: waits for you`) })
  expect(prompts).toEqual(['extract', 'audit', 'merge'])
  await expectProposed(home)
  // What was looked at is not asked about again.
  expect((await home.learn(model)).stdout).toContain('0 sessions reviewed')
})

it('the same comes about by questions that wait in files', async () => {
  const home = await homeWithFailedRun()
  const env = { WAYLAND_MODEL_PROVIDER: 'handoff' }
  const asked: string[] = []
  for (let learned = await home.learn(env); learned.code === 3; learned = await home.learn(env)) {
    const [question, ...more] = await waitingIn(home)
    expect(more).toEqual([])
    const { id = '', purpose = '' } = question ?? {}
    asked.push(purpose)
    await answerIn(home, id, ANSWERS[purpose])
  }
  expect(asked).toEqual(['extract', 'audit', 'merge'])
  await expectProposed(home)
})

/** Words by which each prompt is known. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  audit: 'You check statements against quotations',
  merge: 'You bring statements into an existing skill',
  judge: 'You compare one proposed skill',
  extract: 'You read the record of one session',
}

const call = (id: string, command: string) =>
  JSON.stringify({ message: { content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] } })
const result = (id: string, content: string, failed = false) =>
  JSON.stringify({ message: { content: [{ type: 'tool_result', tool_use_id: id, content, is_error: failed }] } })
const AGENT = `#!/bin/sh
cat > "$HOME/prompt"
cat <<'END'
${call('t1', 'npx prisma migrate dev --name age')}
${result('t1', 'Exit code 1\nError: the generated client is out of date', true)}
${call('t2', 'npx prisma generate')}
${result('t2', 'generated')}
${call('t3', 'npx prisma migrate dev --name age')}
${result('t3', 'migrated')}
${call('t4', 'npm test')}
${result('t4', 'Exit code 1\n1 failing', true)}
{"type":"result","is_error":false,"result":"A test fails."}
END
`
