import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { claimsOf, type Proposal } from '../../src/domain/learning/proposal.ts'
import { Home } from '../cli/command-line.ts'
import { MIGRATION, PROPOSED } from '../domain/learning/session.ts'
import { json, type KeptRequest, SAYING, startServer } from '../model/hostile-server.ts'
import { found, PLANTED } from './found-secrets.ts'

const ALL = PLANTED.map(({ shown }) => shown)
const PROSE = `Notes.\n\n${ALL.join('\n\n')}\n`
const NONE: Proposal = {
  ...{ triage: 'nothing', operation: 'none', target: '', reason: 'all went well', skill: null, look: [] },
}
const LOOK: Proposal = {
  ...NONE,
  look: [
    { tool: 'read_file', path: 'notes/deploy.md' },
    { tool: 'list', path: 'notes' },
  ],
}

/** The model asks for files of the project, proposes a skill that tells a secret, and then the skill alone. */
function answerTo({ body }: KeptRequest, n: number): unknown {
  const text = JSON.stringify(body)
  if (text.includes('You check statements against'))
    return { claims: claimsOf(PROPOSED).map(({ id }) => ({ id, supported: true, reason: ALL[n % ALL.length] })) }
  if (text.includes('You compare one proposed skill')) return { decision: 'add', target: '', reason: 'new' }
  if (text.includes('You read requests that people made')) return { tasks: [] }
  if (text.includes('You word a skill')) return { skill: null, reason: `fine: ${ALL[n % ALL.length]}` }
  if (!text.includes('You read the record of one session')) return NONE
  if (!text.includes('notes/deploy.md')) return LOOK
  const told = { ...PROPOSED, description: `${PROPOSED.description} ${ALL[n % ALL.length]}` }
  const skill = text.includes('in part 0') ? told : PROPOSED
  return { ...NONE, triage: 'gap', operation: 'create', reason: `new: ${ALL[n]}`, skill }
}

/** A third of the secrets: in the person's words, in inputs, outputs and errors of tools, and in the summary. */
function sessionWith(number: number, projectDir: string): readonly object[] {
  const mine = ALL.filter((_, i) => i % 3 === number)
  const calls = mine.map((shown, i) => ({
    ...{ name: 'Bash', input: { command: `./deploy.sh ${shown}` }, ok: i % 2 === 0, output: `printed ${shown}` },
    ...(i % 2 === 0 ? {} : { error: `refused: ${shown}` }),
  }))
  return MIGRATION.turns.map(({ trajectory: { userInput, outcome, toolCalls = [] } }, i) => ({
    ...{
      user_input: `${userInput} in part ${number}\n${mine.join('\n')}`,
      outcome,
      summary: mine.join(' '),
      project_dir: projectDir,
    },
    ...{ session_id: `s${number}`, prompt_id: `s${number}-${i}`, engine: 'claude-code' },
    tool_calls: [...toolCalls, ...calls],
    timestamp: new Date(Date.now() - 3_600_000 + i).toISOString(),
  }))
}

it('planted secrets reach no model, whatever they are planted in, and no answer brings one back', async () => {
  const { url, requests } = await startServer((response, request, n) =>
    json(response, SAYING.openai(JSON.stringify(answerTo(request, n)))),
  )
  const home = new Home()
  const env = {
    ...{ WAYLAND_MODEL_PROVIDER: 'openai', WAYLAND_MODEL_URL: url, WAYLAND_MODEL_NAME: 'small' },
    ...{ WAYLAND_MODEL_DAILY_TOKENS: '10000000', WAYLAND_DAEMON_AUTOSTART: 'off' },
  }
  const said: string[] = []
  const run = async (...args: readonly string[]) => {
    const { stdout, stderr } = await home.run(args, { env })
    said.push(stdout, stderr)
    return stdout
  }
  // What secrets are planted in lies outside the folder that is searched at the end.
  const { work: project } = new Home()
  mkdirSync(join(project, 'notes'))
  writeFileSync(join(project, 'AGENTS.md'), PROSE)
  writeFileSync(join(project, 'notes', 'deploy.md'), PROSE)
  for (const { shown } of PLANTED.filter(({ kind }) => kind.endsWith('token') && kind !== 'jwt'))
    writeFileSync(join(project, 'notes', shown), '')

  const same = [1, 2, 3].map((n) => ({
    ...{ user_input: `deploy the staging site with ${ALL[n + 1]}`, outcome: 'success', session_id: `d${n}` },
    ...{ prompt_id: `d${n}`, project_dir: project, engine: 'claude-code' },
    tool_calls: [
      { name: 'Bash', input: { command: `./deploy.sh --to staging ${ALL[n + 3]}` }, ok: true, exit_code: 0 },
    ],
  }))
  const lone = ['list all open pull requests', 'rename the logger', 'bump typescript'].map((text, n) => ({
    ...{ user_input: `${text} ${ALL[n + 9]}`, outcome: 'success', session_id: `l${n}`, prompt_id: `l${n}` },
    ...{ project_dir: project, engine: 'claude-code', tool_calls: [] },
  }))
  await home.observe([0, 1, 2].flatMap((n) => sessionWith(n, project)).concat(same, lone))
  const handbook = join(project, 'handbook.md')
  writeFileSync(handbook, `# ${ALL[0]}\n${PROSE}`)
  const chats = join(project, 'chats.jsonl')
  const messages = [
    { role: 'user', content: `always lint first. ${ALL.join(' ')}` },
    { role: 'assistant', content: ALL.join(' ') },
  ]
  writeFileSync(chats, `${JSON.stringify({ id: `chat ${ALL[4]}`, messages })}\n`)

  expect(await run('learn', '--dry-run')).toContain('[redacted:')
  expect(await run('learn', '--recurring', '--dry-run')).toContain('bump typescript')
  await run('learn', '--json')
  const { skills } = JSON.parse(await run('skills', '--json')) as { readonly skills: { readonly name: string }[] }
  expect(skills.map(({ name }) => name)).toContain(PROPOSED.name)
  expect(skills.filter(({ name }) => name.includes('redacted'))).toEqual([])
  await run('skills', 'archive', PROPOSED.name, '--reason', `it told ${ALL.join(' ')}`)
  await run('learn', '--recurring', '--json')
  await run('learn', '--document', handbook, '--json')
  await run('learn', '--conversations', chats, '--json')
  for (const command of [['status'], ['model', 'usage'], ['--skills-audit'], ['history', PROPOSED.name]])
    await run(...command)

  // Each kind of question was asked, and each place that secrets were planted in was sent.
  const sent = requests.map(({ body, headers, path }) => JSON.stringify({ body, headers, path }))
  for (const part of [
    'record of one session',
    'requests that people made',
    'You word a skill',
    'passage of a document',
  ])
    expect(sent.filter((text) => text.includes(part)).length, part).toBeGreaterThan(0)
  for (const part of ['Notes.', 'notes/deploy.md', 'it told', 'always lint first'])
    expect(sent.filter((text) => text.includes(part)).length, part).toBeGreaterThan(0)
  expect(found(home.root, ...said, ...sent)).toEqual([])
}, 120_000)
