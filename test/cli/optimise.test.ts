import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Finished, Home } from './command-line.ts'

const SKILL = 'auto-branch-changes-review'
const WORDINGS = [
  'review the changes on the branch',
  'please review the changes on the branch',
  'review the branch changes',
]
const STEP = 'Read `NOTES.md` with `cat NOTES.md`.'

/** A run of one task; from the seventh on, each reads the notes, too. */
const line = (i: number) =>
  JSON.stringify({
    ...{ user_input: WORDINGS[i % 3], outcome: 'success', summary: '', engine: 'codex' },
    ...{ session_id: `s${i}`, prompt_id: `p${i}`, timestamp: new Date(Date.UTC(2026, 1, 1 + i)).toISOString() },
    tool_calls: [
      ...['git log --oneline main..HEAD', `git diff main...HEAD -- src/part${i}.ts`],
      ...(i < 3 ? [] : ['cat NOTES.md']),
      'npm test',
    ].map((command) => ({ name: 'Bash', input: { command }, ok: true })),
  })

/** A home with a promoted skill from three runs, and so many later runs. */
async function used(later: number): Promise<Home> {
  const home = new Home()
  const lines = Array.from({ length: 3 + later }, (_, i) => `${line(i)}\n`)
  await home.run(['observe'], { stdin: lines.slice(0, 3).join('') })
  await home.run(['skills', 'promote', SKILL])
  // No draft of them: it would wait as a version of its own.
  await home.run(['observe'], { stdin: lines.slice(3).join(''), env: { WAYLAND_BUCKET_THRESHOLD: '99' } })
  return home
}

/** Answers each question that waits as a model would that reads what is missing. */
function answer(home: Home): void {
  const folder = join(home.data, 'handoff')
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.question.json'))) {
    const { id, purpose, input } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>
    const [anchor = ''] = /^2\. .*$/m.exec(input?.replaceAll('&lt;', '<') ?? '') ?? []
    const isKnown = input?.split('</skill>')[0]?.includes('NOTES.md') === true
    const edits = isKnown ? [] : [{ anchor, action: 'insert_after', text: `   ${STEP}`, removes: [] }]
    const value = purpose === 'reflect' ? { diagnosis: 'The notes are read.', edits } : { body: '1. Run `npm test`' }
    writeFileSync(join(folder, `${id}.answer.json`), JSON.stringify({ id, value, model: 'by hand' }))
  }
}

async function optimised(home: Home, more: readonly string[] = []): Promise<Finished> {
  for (;;) {
    const done = await home.run(['optimise', SKILL, '--model-provider', 'handoff', ...more])
    if (done.code !== 3) return done
    answer(home)
  }
}

describe('optimise', () => {
  it('asks by files, and proposes what gains on the sealed tasks', async () => {
    const home = await used(27)
    const first = await home.run(['optimise', SKILL, '--model-provider', 'handoff'])
    expect(first).toMatchObject({ code: 3, stdout: expect.stringContaining('A question waits for its answer') })
    expect(first.stdout).toMatch(/^At most 9 questions to the model, and \d+ tries\. 1[3-5] families of tasks/)
    const dry = await optimised(home, ['--dry-run'])
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('It would be proposed: nothing was written') })
    expect((await home.run(['history', SKILL])).stdout).not.toContain('gains')
    const done = await optimised(home, [])
    expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: '' })
    expect(done.stdout).toMatch(/1\. mutation kept 0\.\d\d → 0\.\d\d/)
    expect(done.stdout).toMatch(/the skill with the edits +0\.\d\d /)
    expect(done.stdout).toContain(`It waits for you as a proposal: wayland-core show ${SKILL}`)
    expect((await home.run(['show', SKILL])).stdout).toContain('NOTES.md')
    const history = await home.run(['history', SKILL])
    expect(history.stdout).toMatch(/test_opened|gains \d+ points on 1[3-5] families of sealed tasks/)
    // The skill is what it was: a person decides.
    expect(readFileSync(join(home.skills, SKILL, 'SKILL.md'), 'utf8')).not.toContain('NOTES.md')
  })

  it.each([
    [['--tries', '0'], 2, '--tries takes a whole number from 1 to 10000, not "0"'],
    [[], 2, 'no language model is configured'],
    [['none.jsonl'], 1, 'nothing is at '],
  ] as const)('says what it needs: %j', async (more, code, words) => {
    const home = await used(15)
    const done = await home.run(['optimise', SKILL, ...more])
    expect({ code: done.code, stderr: done.stderr }).toEqual({ code, stderr: expect.stringContaining(words) })
  })

  it('begins nothing while another version waits', async () => {
    const home = await used(15)
    await home.run(['observe'], { stdin: [20, 21, 22].map((i) => `${line(i)}\n`).join('') })
    const done = await home.run(['optimise', SKILL, '--model-provider', 'handoff'])
    expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining(`show ${SKILL}`) })
  })

  it('tells of too few tasks', async () => {
    const home = await used(3)
    const done = await home.run(['optimise', SKILL, '--model-provider', 'handoff'])
    expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining('has too few tasks') })
  })
})
