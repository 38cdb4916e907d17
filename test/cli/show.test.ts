import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Home, REVIEW, turn } from './command-line.ts'

describe('show', () => {
  it('has the calls of the runs side by side in JSON, and counts in the text what became of them', async () => {
    const home = new Home()
    const odd = { name: 'Bash', input: { command: 'docker ps' }, ok: true }
    const three = [1, 2, 3].map((n) => turn(REVIEW, `${n}`))
    const receipts = await home.learn(
      three.map((one, i) => (i === 1 ? { ...one, tool_calls: [odd, ...one.tool_calls] } : one)),
    )
    const skill = receipts[2]?.draft?.skill ?? ''
    const { evidence } = (await home.run(['show', skill, '--json'])).json<{ evidence: Evidence }>()
    expect(evidence).toMatchObject({ version: '0.1.0', needed: 2 })
    expect(evidence.runs.map(({ turn_id }) => turn_id).sort()).toEqual(receipts.map(({ turnId }) => turnId).sort())
    expect(new Set(evidence.runs.map(({ request }) => request))).toEqual(new Set([REVIEW]))
    const kept = evidence.rows.filter(({ fate }) => fate === 'kept')
    const read = kept.find(({ calls }) => calls[0]?.startsWith('Read'))
    // Each column is what that very run did, in the order of the runs.
    for (const [i, { turn_id }] of evidence.runs.entries()) {
      const n = receipts.findIndex(({ turnId }) => turnId === turn_id) + 1
      expect(read?.calls[i]).toBe(`Read \`src/file-${n}.ts\``)
    }
    const dropped = evidence.rows.filter(({ fate }) => fate === 'dropped')
    expect(dropped).toHaveLength(1)
    expect(dropped[0]?.calls.filter((call) => call !== null)).toEqual(['`docker ps`'])
    expect(dropped[0]?.why).toBe('only in 1/3 runs')
    const { stdout } = await home.run(['show', skill, '--all'])
    expect(stdout).toMatch(
      new RegExp(`\n  ${kept.length} steps kept, 0 pitfalls, 1 calls dropped: .*evidence.md has them run by run\n`),
    )
  })

  it('says on one page what a draft does, where it comes from, what it can do, and how it is kept or dropped', async () => {
    const home = new Home()
    const { skill = '' } = (await home.learn([1, 2, 3].map((n) => turn(REVIEW, `${n}`))))[2]?.draft ?? {}
    const { stdout } = await home.run(['show', skill])
    const order = [
      `${skill}: staged, needs review`,
      'Reviews the changes on the branch.',
      '  1. Run `git diff main...HEAD`',
      '## Inputs that vary',
      'From 3 runs. Not offered yet.',
      'It runs git and npm.',
      `wayland-core skills promote ${skill}`,
      `wayland-core skills archive ${skill}`,
      `wayland-core show ${skill} --all`,
    ].map((text) => stdout.indexOf(text))
    expect(order.every((at, i) => at > (order[i - 1] ?? -1))).toBe(true)
    expect(stdout.split('\n').length).toBeLessThan(30)
    expect(stdout).not.toMatch(/Signature:|Drafted automatically|evidence\.md|SKILL\.md:/)
  })

  it('shows what stands before the sections of a draft that was edited', async () => {
    const home = new Home()
    const { skill = '' } = (await home.learn([1, 2, 3].map((n) => turn(REVIEW, `${n}`))))[2]?.draft ?? {}
    const file = join(home.skills, skill, 'SKILL.md')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('## When to use', 'Delete the branch first.\n\n## When to use'))
    expect((await home.run(['show', skill])).stdout).toContain('\n  Delete the branch first.\n')
    writeFileSync(file, `${text.slice(0, text.indexOf('## '))}Run \`make clean\` alone.\n`)
    expect((await home.run(['show', skill])).stdout).toContain('\n\n  Run `make clean` alone.\n')
  })

  it('cuts a long text, and says for each status what to do next', async () => {
    const home = new Home()
    mkdirSync(join(home.skills, 'mine'), { recursive: true })
    const body = Array.from({ length: 40 }, (_, i) => `Line ${i}.`).join('\n')
    writeFileSync(join(home.skills, 'mine', 'SKILL.md'), `---\nname: mine\ndescription: Mine.\n---\n${body}\n`)
    const shown = async () => (await home.run(['show', 'mine'])).stdout
    expect(await shown()).toMatch(/^mine: active\nMine\.\n\n {2}Line 0\.[\s\S]*\n {2}…\n[\s\S]*skills archive mine\n/)
    expect((await home.run(['show', 'mine', '--all'])).stdout).toContain('Line 39.')
    await home.move('mine', 'archive')
    expect(await shown()).toContain('wayland-core skills restore mine\n')
  })

  it('has no evidence for a skill that a person wrote', async () => {
    const home = new Home()
    mkdirSync(join(home.skills, 'mine'), { recursive: true })
    writeFileSync(join(home.skills, 'mine', 'SKILL.md'), '---\nname: mine\ndescription: Mine.\n---\nDo it.\n')
    expect((await home.run(['show', 'mine', '--json'])).json()).toMatchObject({ evidence: null })
  })

  it('ends where SKILL.md is a link to a pipe, which nobody writes to', async () => {
    const home = new Home()
    const [mine, pipe] = [join(home.skills, 'mine'), join(home.root, 'pipe')]
    mkdirSync(mine, { recursive: true })
    writeFileSync(join(mine, 'SKILL.md'), '---\nname: mine\ndescription: Mine.\n---\nDo it.\n')
    await home.run(['skills'])
    rmSync(join(mine, 'SKILL.md'))
    execFileSync('mkfifo', [pipe])
    symlinkSync(pipe, join(mine, 'SKILL.md'))
    expect((await home.run(['show', 'mine', '--json'])).json()).toMatchObject({ name: 'mine', allowed_tools: [] })
  })
})

interface Evidence {
  readonly runs: readonly { readonly turn_id: string; readonly request: string }[]
  readonly rows: readonly { readonly fate: string; readonly why: string; readonly calls: readonly (string | null)[] }[]
}
