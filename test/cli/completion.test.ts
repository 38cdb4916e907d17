import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Home } from './command-line.ts'

const ASK: Readonly<Record<string, (file: string, words: readonly string[]) => readonly string[]>> = {
  bash: (file, words) => [
    '-c',
    `source ${file}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
    _wayland_core; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  // Outside of its editor zsh completes nothing: what it would describe is printed.
  zsh: (file, words) => [
    '-fc',
    `compdef() { }; _files() { }; _describe() { print -l -- \${(P)@[-1]%%:*} }
    source ${file}; words=(${words.map((word) => `'${word}'`).join(' ')}) CURRENT=${words.length} PREFIX='${words.at(-1)}'
    _wayland_core`,
  ],
  fish: (file, words) => ['--no-config', '-c', `source ${file}; complete -C '${words.join(' ')}' | cut -f1`],
}

const isThere = (shell: string): boolean => {
  try {
    execFileSync(shell, ['-c', 'exit'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

for (const [shell, ask] of Object.entries(ASK))
  it.skipIf(!isThere(shell))(`completes commands, verbs, agents and flags in ${shell}`, async () => {
    const home = new Home()
    const file = join(home.root, `completion.${shell}`)
    const { code, stdout } = await home.run(['completion', shell])
    expect(code).toBe(0)
    writeFileSync(file, stdout)
    const completed = (...words: readonly string[]) =>
      execFileSync(shell, ask(file, ['wayland-core', ...words]), { cwd: home.root, encoding: 'utf8' }).split('\n')
    expect(completed('')).toEqual(expect.arrayContaining(['setup', 'skills', 'help']))
    expect(completed('skills', 'p')).toContain('promote')
    expect(completed('skills', 'promote', 'some-skill', '--')).toEqual(expect.arrayContaining(['--force', '--json']))
    expect(completed('--json', 'install', 'c')).toContain('claude-code')
    expect(completed('help', '')).toEqual(expect.arrayContaining(['reviewing', 'show']))
    expect(completed('show', '')).not.toContain('setup')
  })

it('names the shells where it is given another', async () => {
  const { code, stderr } = await new Home().run(['completion', 'csh'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')])
})
