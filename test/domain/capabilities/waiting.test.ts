import { describe, expect, it } from 'vitest'
import { beyondItsRuns } from '../../../src/domain/capabilities/waiting.ts'
import type { TurnTrajectory } from '../../../src/domain/turn.ts'

const draft = (...commands: readonly string[]) =>
  new Map([['SKILL.md', `# Do it\n\n${commands.map((one, i) => `${i + 1}. Run \`${one}\``).join('\n')}\n`]])
const run = (...commands: readonly string[]): TurnTrajectory => ({
  userInput: 'do it',
  outcome: 'success',
  summary: '',
  timestamp: new Date(0),
  toolCalls: commands.map((command) => ({ name: 'Bash', input: { command }, ok: true })),
})
const beyond = (files: ReadonlyMap<string, string>, ...runs: readonly TurnTrajectory[]) =>
  beyondItsRuns(files, runs).map(({ kind, what }) => `${kind} ${what}`)

describe('beyondItsRuns', () => {
  it('holds a draft for a program that no run of it used, and for none that one did', () => {
    expect(beyond(draft('git status', 'terraform plan'), run('git status'))).toEqual(['runs terraform'])
    expect(beyond(draft('git status', 'terraform plan'), run('git status'), run('terraform plan'))).toEqual([])
  })

  it('holds no draft for a folder in which its runs used git, and still one for keys or settings there', () => {
    const [copy, other] = ['~/.local/state/tool/git/task#011', '~/.local/state/tool/other']
    const runs = [
      run(`cd ${copy} && git add a.ts && git commit -m x`),
      run('git -C /home/ann/.local/state/tool/main push'),
    ]
    expect(beyond(draft(`cd ${copy} && git push`), ...runs)).toEqual([])
    expect(beyond(draft('cd ~/.local/state/tool/main/src && git add .'), ...runs)).toEqual([])
    expect(beyond(draft(`cd ${other} && git push`), ...runs)).toEqual([`writes_outside ${other}`])
    expect(beyond(draft(`cat ${copy}/.ssh/id_rsa`), ...runs)).toEqual([expect.stringContaining('secrets')])
    expect(beyond(draft('cd ~ && git status'), run('cd ~ && git status'))).toEqual(['writes_outside ~'])
  })

  it('holds no draft for the values of an argument, and one for those that a step begins with', () => {
    const inputs = (step: string) =>
      new Map([
        [
          'SKILL.md',
          `- \`<args>\`: \`-C ~/projects/acme/shop/row-i…\`, \`scripts/a.ts scripts/b.ts\`\n\n1. Run \`${step}\`\n`,
        ],
      ])
    const runs = [run('git -C ~/projects/acme/shop/row-ids push', 'biome check')]
    expect(beyond(inputs('biome check <args>'), ...runs)).toEqual([])
    expect(beyond(inputs('<args> --now'), ...runs)).toEqual(['runs scripts/a.ts'])
    expect(beyond(draft('rm ~/pro…'), ...runs, run('rm x'))).toEqual([expect.stringContaining('writes_outside ~/pro')])
  })

  it('holds a draft for a host that its runs named nowhere, whatever their programs ask', () =>
    expect(beyond(draft('git fetch https://github.com/acme/shop'), run('gh pr list', 'git fetch'))).toEqual([
      'reaches github.com',
    ]))

  it('finds a host in whatever case, and a program only where its name stands', () => {
    expect(beyond(draft('curl https://api.example.com/x'), run('curl https://API.example.com/x'))).toEqual([])
    expect(beyond(draft('terraform plan'), run('terra\u200bform plan'))).toEqual(['runs terraform'])
  })

  it('reads each call by itself: one that no shell reads, or that ends within a quotation, hides no other', () => {
    const odd = ["*** Begin Patch\n+it's (half\n", 'say "', 'cat <<EOF\nnever closed', 'x'.repeat(5 * 1024 * 1024)]
    for (const one of odd)
      expect(beyond(draft('git fetch', 'workmux status'), run(one, 'git fetch', 'workmux status'))).toEqual([])
  })
})
