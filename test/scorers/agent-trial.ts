import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProofTask } from '../../src/domain/proof/task.ts'
import type { HeadlessTask } from '../../src/engines/headless.ts'
import { type AgentScorerOptions, openAgentScorer } from '../../src/scorers/agent.ts'
import { scratch } from '../scratch.ts'

/** A program that prints one call a line, and `end` at its end. */
const plain: HeadlessTask = {
  words: (model) => ['--model', model ?? 'usual'],
  read: (output) => ({
    calls: output
      .split('\n')
      .flatMap((line) =>
        line.startsWith('call ') ? [{ name: 'shell', input: line.slice(5), ok: !line.endsWith(' failed') }] : [],
      ),
    usage: { input: 3, output: 1 },
    ended: output.includes('end\n'),
  }),
}

/** The scorer of an agent whose program is a script of the shell; `$here` is a folder of its own. */
export async function scorerOf(script: string, options: Partial<AgentScorerOptions> = {}) {
  const folder = scratch()
  const program = join(folder, 'agent')
  writeFileSync(program, `#!/bin/sh\nhere=${folder}\ncat > $here/prompt\n${script}\n`)
  chmodSync(program, 0o755)
  const scorer = await openAgentScorer({
    ...{
      name: 'it',
      label: 'The agent',
      program,
      task: plain,
      model: null,
      words: [],
      ownSkills: [],
      timeoutMs: 20_000,
    },
    ...{
      skill: { name: 'magic-word', description: 'How to write it.' },
      projectSkills: ['.agents/skills', '.claude/skills'],
    },
    ...{ env: { PATH: process.env.PATH, HOME: folder }, ...options },
  })
  return { folder, scorer }
}

/** An agent that writes what its skill says, and guesses without one. */
export const OBEDIENT = `
skill=.agents/skills/magic-word/SKILL.md
if test -f $skill; then echo "call cat $PWD/$skill"; grep -o 'FLAMINGO' $skill > word; else echo guess > word; fi
echo end`

/** A repository of a person, on a branch, with a commit. */
export function repository() {
  const path = realpathSync(scratch())
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=P', '-c', 'user.email=p@example.org', ...words], {
      cwd: path,
      encoding: 'utf8',
    }).trim()
  git('init', '-q', '-b', 'main')
  mkdirSync(join(path, 'part'))
  writeFileSync(join(path, 'part', 'notes.md'), 'one\n')
  writeFileSync(join(path, '.git', 'hooks', 'post-checkout'), `#!/bin/sh\ntouch ${path}/hook-ran\n`, { mode: 0o755 })
  git('add', '.')
  git('commit', '-q', '-m', 'first')
  const commit = git('rev-parse', 'HEAD')
  return { path, git, commit }
}

export const taskOf = (more: Partial<ProofTask> = {}): ProofTask => ({
  ...{ id: 't1', family: 'f', prompt: 'write the magic word', check: 'test "$(cat word)" = FLAMINGO', ...more },
})

/** Folders of trials that there are. */
export const trialFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('wayland-trial-'))
