import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { trustedHash } from '../../../src/engines/codex/inline-hooks.ts'
import { type Driver, KEY } from './driver.ts'

export const codex: Driver = {
  agent: 'codex',
  settings: ({ server, work }) => ({
    '.codex/config.toml': `model = "scripted"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"

[model_providers.scripted]
name = "scripted"
base_url = "${server}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[projects."${work}"]
trust_level = "trusted"
`,
  }),
  env: () => ({ SCRIPTED_KEY: KEY }),
  // Nobody can be asked: what would be asked for is refused.
  words: (prompt, permission) => ['exec', ...(permission === 'asked' ? ['-s', 'read-only'] : []), prompt],
  trust: ({ home }) => trustHooks(home),
  sessions: '.codex/sessions',
  invocation: (skill) => `$${skill}`,
}

/** What /hooks writes where a person trusts every hook. */
function trustHooks(home: string): void {
  const file = join(home, '.codex', 'hooks.json')
  if (!existsSync(file)) return
  const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as {
    hooks: Record<string, { hooks: { command: string; timeout: number }[] }[]>
  }
  for (const [event, groups] of Object.entries(hooks))
    groups.forEach((group, at) => {
      group.hooks.forEach(({ command, timeout }, index) => {
        const name = event.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()
        const hash = trustedHash({ event, command, timeout })
        appendFileSync(
          join(home, '.codex', 'config.toml'),
          `\n[hooks.state."${file}:${name}:${at}:${index}"]\ntrusted_hash = "${hash}"\n`,
        )
      })
    })
}
