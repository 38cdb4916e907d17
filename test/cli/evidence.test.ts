import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { UNLIKE } from '../domain/grouping/unlike.ts'
import { Home, REVIEW, turn } from './command-line.ts'

describe('explain', () => {
  it('says which skill and version a turn is evidence of', async () => {
    const home = new Home()
    const [first] = await home.learn([1, 2, 3].map((n) => turn(REVIEW, `${n}`)))
    const told = (await home.run(['explain', first?.turnId ?? '', '--json'])).json()
    expect(told).toMatchObject({
      turn_id: first?.turnId,
      request: REVIEW,
      outcome: 'success',
      signature: 'branch-changes-review',
      counts: true,
      gate: null,
      group: { kind: 'alone', like: [] },
      evidence_of: [{ skill: 'auto-branch-changes-review', version: '0.1.0', state: 'accepted' }],
    })
  })

  it('names the gate, the failure, and the group', async () => {
    const home = new Home()
    const receipts = await home.learn([
      turn('fix it', 'a'),
      turn(REVIEW, 'b', { outcome: 'failure' }),
      turn('…', 'c'),
      turn(REVIEW, 'd', { outcome: 'unknown' }),
    ])
    const told = async (i: number) => (await home.run(['explain', receipts[i]?.turnId ?? '', '--json'])).json()
    expect(await told(0)).toMatchObject({ counts: false, gate: 'anaphora', evidence_of: [] })
    expect(await told(1)).toMatchObject({ counts: false, reason: 'the turn failed, which ends the streak' })
    expect(await told(2)).toMatchObject({ counts: false, reason: 'the request has no word to go by' })
    expect((await told(3)).reason).toMatch(/unknown/)
    const similar = ['--bucket-grouping', 'similar']
    const grouped = await home.run(['observe', ...similar], { stdin: JSON.stringify(turn(REVIEW, 'e')) })
    const id = grouped.lines[0]?.turn_id ?? ''
    expect((await home.run(['explain', id, '--json'])).json()).toMatchObject({ group: { kind: 'alone' } })
    expect((await home.run(['explain', id])).stdout).toMatch(/waits for more like it \(likeness 0\.00/)
  })

  it('names what the runs of a group did', async () => {
    const home = new Home()
    const ran = (command: string) => ({ tool_calls: [{ name: 'Bash', input: { command }, ok: true }] })
    const said = [
      ...UNLIKE.map((request, i) => turn(request, `${i}`, ran('git log'))),
      turn('ok lets get a pr up for this', 'x', ran('gh pr create --fill')),
      turn('please open the pull request', 'y', ran('gh pr create --title x')),
      turn('create a PR with the docs', 'z', ran('gh pr create --draft')),
    ]
    const receipts = await home.learn(said, { WAYLAND_BUCKET_GROUPING: 'similar' })
    const { stdout } = await home.run(['explain', receipts.at(-1)?.turnId ?? ''])
    expect(stdout).toMatch(/began one with 2 requests \(likeness .*; all did `gh pr create`\)/)
  })

  it('lists the latest turns where none is named, and says what to look at next', async () => {
    const home = new Home()
    const empty = await home.run(['explain'])
    expect(empty).toMatchObject({ code: 0, stderr: '' })
    expect(empty.stdout).toMatch(/^No turns are recorded yet\.\nNothing was recorded yet: "wayland-core setup"/)
    const receipts = await home.learn([turn('fix it', 'a'), turn(REVIEW, 'b'), turn(REVIEW, 'c')])
    const ids = receipts.map(({ turnId }) => turnId)
    const { stdout } = await home.run(['explain'])
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      `${ids[2]}  counts, 2 in a row  ${REVIEW}`,
      `${ids[1]}  counts, 2 in a row  ${REVIEW}`,
      `${ids[0]}  anaphora            fix it`,
    ])
    const listed = (await home.run(['explain', '--json'])).json<{ turns: { turn_id: string; streak: number }[] }>()
    expect(listed.turns.map(({ turn_id, streak }) => [turn_id, streak])).toEqual([
      [ids[2], 2],
      [ids[1], 2],
      [ids[0], 0],
    ])
    expect((await home.run(['explain', ids[1] ?? ''])).stdout).toMatch(
      /\nstreak +2 of 3\n[\s\S]*\n\nSee .*: wayland-core status\n$/,
    )
    expect((await home.run(['explain', ids[0] ?? ''])).stdout).toMatch(/: wayland-core help options, draft\.gates\n$/)
    await home.learn([turn(REVIEW, 'd')])
    const shown = (await home.run(['explain', ids[1] ?? ''])).stdout
    expect(shown).toMatch(/\nSee it: wayland-core show auto-branch-changes-review\n$/)
    const draft = await home.run(['show', 'auto-branch-changes-review', '--all'])
    expect(draft.stdout).toContain(`Keep it             wayland-core skills promote auto-branch-changes-review\n`)
    expect(draft.stdout).toContain(`Why a turn counted  wayland-core explain ${ids[1]}\n`)
  })

  it('refuses an id that nobody has', async () => {
    const { code, stderr } = await new Home().run(['explain', 'nobody'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/no turn "nobody"/)
  })
})

describe('notes', () => {
  const edit = (n: number, dir: string) => ({
    ...turn(`change module number ${n}`, `${n}`, { project_dir: dir }),
    tool_calls: [
      { name: 'Edit', input: { file_path: join(dir, `src/part-${n}.ts`), old_string: 'a', new_string: 'b' }, ok: true },
      { name: 'Bash', input: { command: 'npm run lint' }, ok: true, exit_code: 0 },
    ],
  })

  it('prints what most turns of the project run, and writes nothing there', async () => {
    const home = new Home()
    await home.learn([1, 2, 3, 4, 5, 6].map((n) => edit(n, home.work)))
    const { code, stdout } = await home.run(['notes'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/- Run `npm run lint` \(6 of 6 turns\)/)
    expect((await home.run(['notes', home.work, '--json'])).json()).toEqual({
      project: home.work,
      project_dir: home.work,
      turns: 6,
      habits: [expect.objectContaining({ command: 'npm run lint', turns: 6, of: 6 })],
      rules: [],
      note: expect.stringContaining('npm run lint'),
    })
    expect(readdirSync(home.work)).toEqual([])
  })

  it('says that there is no habit yet', async () => {
    const home = new Home()
    await home.learn([edit(1, home.work)])
    const { code, stdout } = await home.run(['notes'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^No habit or rule yet in .*: of the 1 turns/)
    expect((await home.run(['notes', '--json'])).json()).toMatchObject({ turns: 1, note: null })
  })
})

describe('notes take and notes drop', () => {
  it('decide about a rule by the beginning of its id', async () => {
    const home = new Home()
    const rule = 'Never use grep on json output, use jq instead'
    await home.learn([turn(rule.toLowerCase(), '1', { project_dir: home.work })])
    const { stdout } = await home.run(['notes', home.work])
    // Said whole once, in the note.
    expect(stdout.split(rule)).toHaveLength(2)
    const [, id = ''] = /^ {2}(\w{8}) {2}Never use grep on json.*… \(once: /m.exec(stdout) ?? []
    expect((await home.run(['notes', 'take', id.slice(0, 6)])).stdout).toBe(`Taken: ${rule}\n`)
    expect((await home.run(['status', '--json'])).json()).toMatchObject({ rules: [{ id, state: 'taken' }] })
    await home.run(['notes', 'drop', id])
    expect((await home.run(['notes', home.work, '--json'])).json()).toMatchObject({ rules: [] })
    expect((await home.run(['notes', 'take', id])).stdout).toMatch(/^Taken: /)
    const elsewhere = await home.run(['notes', home.root])
    expect(elsewhere.stdout).toMatch(/^No turns were recorded in .*\n\n.*\n?.*\n {2}\w{8} {2}Never use grep .*\(taken/m)
    expect((await home.run(['notes', 'take', 'nope'])).code).toBe(1)
    expect((await home.run(['notes', 'take'])).code).toBe(2)
  })
})
