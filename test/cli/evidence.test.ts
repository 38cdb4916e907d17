import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Home, REVIEW, removeHomes, turn } from './command-line.ts'

removeHomes()

describe('explain', () => {
  it('says which skill and version a turn is evidence of', async () => {
    const home = new Home()
    const { lines } = await home.observe([1, 2, 3].map((n) => turn(REVIEW, `${n}`)))
    const told = (await home.run(['explain', lines[0]?.turn_id ?? '', '--json'])).json()
    expect(told).toMatchObject({
      turn_id: lines[0]?.turn_id,
      request: REVIEW,
      outcome: 'success',
      signature: 'branch-changes-review',
      counts: true,
      gate: null,
      group: null,
      evidence_of: [{ skill: 'auto-branch-changes-review', version: '0.1.0', state: 'accepted' }],
    })
  })

  it('names the gate, the failure, and the group', async () => {
    const home = new Home()
    const { lines } = await home.observe([
      turn('fix it', 'a'),
      turn(REVIEW, 'b', { outcome: 'failure' }),
      turn('…', 'c'),
      turn(REVIEW, 'd', { outcome: 'unknown' }),
    ])
    const told = async (i: number) => (await home.run(['explain', lines[i]?.turn_id ?? '', '--json'])).json()
    expect(await told(0)).toMatchObject({ counts: false, gate: 'anaphora', evidence_of: [] })
    expect(await told(1)).toMatchObject({ counts: false, reason: 'the turn failed, which ends the streak' })
    expect(await told(2)).toMatchObject({ counts: false, reason: 'the request has no word to go by' })
    expect((await told(3)).reason).toMatch(/unknown/)
    const similar = ['--bucket-grouping', 'similar']
    const grouped = await home.run(['observe', ...similar], { stdin: JSON.stringify(turn(REVIEW, 'e')) })
    const id = grouped.lines[0]?.turn_id ?? ''
    expect((await home.run(['explain', id, '--json'])).json()).toMatchObject({ group: { kind: 'alone' } })
    expect((await home.run(['explain', id])).stdout).toMatch(/waits for others like it \(likeness 0\.00/)
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
    await home.observe([1, 2, 3, 4, 5, 6].map((n) => edit(n, home.work)))
    const { code, stdout } = await home.run(['notes'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/- Run `npm run lint` \(6 of 6 turns\)/)
    expect((await home.run(['notes', home.work, '--json'])).json()).toEqual({
      project_dir: home.work,
      turns: 6,
      note: expect.stringContaining('npm run lint'),
    })
    expect(readdirSync(home.work)).toEqual([])
  })

  it('says that there is no habit yet', async () => {
    const home = new Home()
    await home.observe([edit(1, home.work)])
    const { code, stdout } = await home.run(['notes'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^No habit yet in .*: of the 1 turns/)
    expect((await home.run(['notes', '--json'])).json()).toMatchObject({ turns: 1, note: null })
  })
})
