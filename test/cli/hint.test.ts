import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Home } from './command-line.ts'

const PROMPT = 'please review the changes on my branch'
const EVENTS: Readonly<Record<string, string>> = {
  'claude-code': 'UserPromptSubmit',
  codex: 'UserPromptSubmit',
  gemini: 'BeforeAgent',
  qwen: 'UserPromptSubmit',
  pi: 'before_agent_start',
}

/** What an agent's prompt hook puts before the model; empty where it says nothing. */
async function hintFor(home: Home, engine: string, more: object = {}): Promise<string> {
  const payload = { session_id: 'now', cwd: home.work, hook_event_name: EVENTS[engine], prompt: PROMPT, ...more }
  const env = { WAYLAND_HOOK_DIRECT_MS: '30000', WAYLAND_DAEMON_AUTOSTART: 'off' }
  const { stdout, code } = await home.run(['hook', engine, '--router-holdout=0'], {
    stdin: JSON.stringify(payload),
    env,
  })
  expect(code).toBe(0)
  if (stdout === '') return ''
  const answer = JSON.parse(stdout) as { hint?: string; hookSpecificOutput?: { additionalContext: string } }
  return answer.hint ?? answer.hookSpecificOutput?.additionalContext ?? ''
}

const counts = async (home: Home, skill: string) =>
  (await home.within((loop) => loop.review.skills())).find(({ name }) => name === skill)?.counts

describe('the hint on a draft', () => {
  it.each(['codex', 'pi'])('names our file to %s, which may read it', async (engine) => {
    const home = new Home()
    await home.run(['install', engine])
    const skill = await home.draft()
    expect(await hintFor(home, engine)).toBe(
      `[wayland-core] A skill may fit this task: "${skill}". To use it, read ` +
        `"${join(home.skills, skill, 'SKILL.md')}"; ignore it if it does not fit.`,
    )
    expect(await counts(home, skill)).toMatchObject({ offered: 1, loaded: 0 })
  })

  it.each(['gemini', 'claude-code', 'qwen'])(
    'holds the text for %s, which may read no file of ours, and counts as loaded',
    async (engine) => {
      const home = new Home()
      const skill = await home.draft()
      const [first, ...text] = (await hintFor(home, engine)).split('\n')
      expect(first).toContain(`"${skill}". Its text follows; ignore it`)
      expect(text.join('\n')).toContain('git diff main...HEAD')
      for (const line of text) expect(line).toMatch(/^\[wayland-core\] \S/)
      expect(await counts(home, skill)).toMatchObject({ offered: 1, loaded: 1 })
    },
  )

  it('is the file in our folder for an agent that is not known, in any of the forms', async () => {
    const home = new Home()
    const skill = await home.draft()
    const { pick } = (await home.run(['route', '--json', PROMPT])).json<{ pick: { hint: string; path: string } }>()
    expect(pick.path).toBe(join(home.skills, skill, 'SKILL.md'))
    expect(pick.hint).toContain(`read "${pick.path}"; ignore it`)
    const asked = await home.run(['route', '--json', '--engine', 'gemini', PROMPT])
    expect(asked.json<{ pick: { hint: string } }>().pick.hint).toContain('Its text follows')
  })

  it('is one decision for one prompt, also where its event comes twice, or again without words', async () => {
    const home = new Home()
    const skill = await home.draft()
    const hint = await hintFor(home, 'codex', { turn_id: 't1' })
    expect(hint).toContain(skill)
    expect(await hintFor(home, 'codex', { turn_id: 't1' })).toBe(hint)
    expect(await hintFor(home, 'codex', { turn_id: 't1', prompt: '' })).toBe('')
    expect(await counts(home, skill)).toMatchObject({ offered: 1 })
    expect(await hintFor(home, 'codex', { turn_id: 't2' })).toContain(skill)
  })
})

describe('the hint on a promoted skill', () => {
  it.each([
    ['claude-code', '.claude', 'call the Skill tool with skill "NAME"; ignore'],
    ['qwen', '.qwen', 'call the skill tool with skill "NAME" or read "FILE"; ignore'],
    ['codex', '.agents', 'read "FILE"; ignore'],
    ['pi', '.agents', 'read "FILE"; ignore'],
    ['gemini', '.agents', 'call activate_skill with name "NAME"; its text follows; ignore'],
  ])('names to %s its own copy as that agent uses it', async (engine, folder, way) => {
    const home = new Home()
    await home.run(['install', engine])
    const skill = await home.promoted()
    const file = join(home.root, folder, 'skills', skill, 'SKILL.md')
    expect(await hintFor(home, engine)).toContain(`To use it, ${way.replace('NAME', skill).replace('FILE', file)}`)
  })

  it('names OpenCode’s own copy too, asked for by its plugin', async () => {
    const home = new Home()
    await home.run(['install', 'opencode'])
    const skill = await home.promoted()
    const asked = await home.run(['route', '--json', '--engine', 'opencode', '--project', home.work, PROMPT])
    expect(asked.json<{ pick: { hint: string } }>().pick.hint).toContain(
      `call the skill tool with name "${skill}" or read "${join(home.root, '.agents', 'skills', skill, 'SKILL.md')}"`,
    )
  })

  it('holds the text again where the copy is gone, or is kept for the person to call', async () => {
    const home = new Home()
    await home.run(['install', 'claude-code'])
    const skill = await home.promoted()
    const copy = join(home.root, '.claude', 'skills', skill, 'SKILL.md')
    const ours = '. Its text follows;'
    const text = readFileSync(copy, 'utf8')
    writeFileSync(copy, text.replace('\n---\n', '\ndisable-model-invocation: true\n---\n'))
    expect(await hintFor(home, 'claude-code', { session_id: 'a' })).toContain(ours)
    rmSync(copy)
    expect(await hintFor(home, 'claude-code', { session_id: 'b' })).toContain(ours)
  })

  it('names a copy in a project only to a session in that project', async () => {
    const home = new Home()
    await home.run(['install', 'claude-code', '--project'])
    await home.promoted()
    expect(await hintFor(home, 'claude-code', { session_id: 'a' })).toContain('call the Skill tool')
    const elsewhere = join(home.root, 'elsewhere')
    mkdirSync(elsewhere)
    expect(await hintFor(home, 'claude-code', { session_id: 'b', cwd: elsewhere })).toContain('Its text follows')
  })
})

describe('a skill that a person calls by its name', () => {
  it('is the pick of that prompt and loaded, although no tool call shows it', async () => {
    const home = new Home()
    const skill = await home.promoted()
    expect(await hintFor(home, 'codex', { turn_id: 't1', prompt: `/${skill} the parser` })).toContain(skill)
    const [receipt] = await home.learn([
      { user_input: `/${skill} the parser`, outcome: 'success', session_id: 'now', prompt_id: 't1', tool_calls: [] },
    ])
    expect(receipt?.status).toBe('recorded')
    expect(await counts(home, skill)).toMatchObject({ offered: 1, loaded: 1, successes: 1 })
  })
})
