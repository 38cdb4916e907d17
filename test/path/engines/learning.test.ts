import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AGENTS, review, type Turn, write } from './agents.ts'
import { AgentHome, silent } from './hooks.ts'

const asked: Turn = review('s4', { request: 'please review the changes on my branch' })
const SKILL = 'auto-branch-changes-review'

/** How often the draft was offered, loaded and credited. */
const counts = (home: AgentHome) =>
  home.within(async (loop) => (await loop.review.skills()).find(({ name }) => name === SKILL)?.counts)

describe.each(AGENTS.map((agent) => [agent.engine, agent] as const))('%s', (_, agent) => {
  it('three sessions, a draft, a hint at the next prompt, and its outcome credited, with no daemon', async () => {
    const home = new AgentHome()
    for (const session of ['s1', 's2', 's3']) await home.session(agent, review(session))
    const { code, stdout, stderr } = await home.hook(agent, 'prompt', asked, {
      env: { WAYLAND_HOOK_DIRECT_MS: '60000' },
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const file = join(home.skills, SKILL, 'SKILL.md')
    const { hookSpecificOutput: output, ...more } = JSON.parse(stdout)
    expect(more).toEqual({ systemMessage: expect.stringContaining(`drafted from your own runs: ${SKILL}`) })
    expect(output.hookEventName).toBe(agent.events.prompt)
    // What an agent may not read lies in the hint itself.
    expect(output.additionalContext).toContain(agent.engine === 'codex' ? file : 'git diff main...HEAD')
    expect(readFileSync(file, 'utf8')).toContain('git diff main...HEAD')

    // The agent reads the skill and does as it says: the decision of its prompt is credited.
    write(agent, home.root, { ...asked, reads: file })
    silent(await home.hook(agent, 'end', asked))
    expect(await home.run(['daemon', 'run', '--once'])).toMatchObject({ code: 0, stderr: '' })
    expect(await counts(home)).toMatchObject({ offered: 1, loaded: 1, successes: 1, failures: 0 })
    expect(await home.status()).toMatchObject({ turns: 4, spooled: 0, put_aside: 0 })
  })

  it('the same through a daemon, which answers the prompt itself', async () => {
    const home = new AgentHome()
    await home.daemon()
    for (const session of ['s1', 's2', 's3']) await home.session(agent, review(session))
    await home.until(async () => (await home.heard())?.done === 6)
    const none = { WAYLAND_HOOK_DIRECT_MS: '0', WAYLAND_HOOK_WAIT_MS: '60000' }
    const { code, stdout } = await home.hook(agent, 'prompt', asked, { env: none })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain(SKILL)
    write(agent, home.root, { ...asked, reads: join(home.skills, SKILL, 'SKILL.md') })
    silent(await home.hook(agent, 'end', asked))
    await home.until(async () => (await home.heard())?.done === 7)
    expect(await counts(home)).toMatchObject({ offered: 1, loaded: 1, successes: 1 })
    // At a prompt Codex names no transcript: the later look for an end is a job of its own, and waits half a minute.
    const spooled = agent.engine === 'codex' ? 1 : 0
    await home.until(async () => (await home.status()).spooled === spooled)
    expect((await home.run(['daemon', 'stop'])).code).toBe(0)
    expect(await home.status()).toMatchObject({ turns: 4, spooled, put_aside: 0, daemon: null })
  })

  it('an import of the same sessions afterwards knows every turn', async () => {
    const home = new AgentHome()
    for (const session of ['s1', 's2']) await home.session(agent, review(session))
    await home.run(['daemon', 'run', '--once'])
    write(agent, home.root, review('s2', { id: 'more', request: 'add unit tests for the parser' }))
    const read = await home.run(['import', agent.engine, join(home.root, agent.file('s2')), '--json'])
    expect(read.json()).toMatchObject({ turns_recorded: 1, errors: [] })
    silent(await home.hook(agent, 'end', review('s2', { id: 'more', answer: 'Looks good in s2.' })))
    expect(await home.status()).toMatchObject({ turns: 3 })
  })
})

it('Codex’ notify program names no transcript: it is found by its session', async () => {
  const home = new AgentHome()
  const [, codex] = AGENTS
  if (codex === undefined) throw new Error('no codex')
  const turn = review('0199-abcd')
  write(codex, home.root, turn)
  const payload = {
    type: 'agent-turn-complete',
    'thread-id': turn.session,
    'turn-id': turn.id,
    cwd: '/proj/app',
    client: 'codex-tui',
    'input-messages': [turn.request],
    'last-assistant-message': turn.answer,
  }
  silent(await home.run(['hook', 'codex', 'notify', JSON.stringify(payload)]))
  // The same end by both of its ways: one of them names no transcript, so they are two jobs, and one turn.
  silent(await home.hook(codex, 'end', turn))
  expect(readdirSync(join(home.data, 'spool'))).toHaveLength(2)
  await home.run(['daemon', 'run', '--once'])
  expect(await home.status()).toMatchObject({ turns: 1, spooled: 0, put_aside: 0 })
})
