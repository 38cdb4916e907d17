import { WaylandError } from '../../domain/errors.ts'
import type { Call, Words } from '../command.ts'
import { SHELLS } from '../completion.ts'

export const command: Words = {
  topic: 'connecting',
  takes: '<bash|zsh|fish>',
  words: 'The script by which a shell completes commands and flags',
  text: [
    'For bash: source <(wayland-core completion bash) in ~/.bashrc. For zsh: the same with zsh in ~/.zshrc, after compinit. For fish: wayland-core completion fish > ~/.config/fish/completions/wayland-core.fish. It holds the commands of this version: write it again after an update where it is a file.',
  ],
  json: { shell: 'the shell', script: 'the script' },
  example: 'wayland-core completion bash',
}

export async function run({ words, json, report }: Call): Promise<void> {
  const [shell = '', ...more] = words
  const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined
  if (script === undefined || more.length > 0)
    throw new WaylandError('bad_usage', `completion takes one shell: ${Object.keys(SHELLS).join(', ')}`)
  const { allCommands } = await import('../commands.ts')
  const text = script(await allCommands())
  if (json) report.json({ shell, script: text })
  else report.text(text)
}
