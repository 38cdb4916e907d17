import { join } from 'node:path'
import { jsonSettings } from '../../connect/json-settings.ts'
import { ownFolder } from '../../connect/settings-file.ts'

/** Qwen Code. Timeouts in milliseconds. */
export const settings = jsonSettings({
  about: {
    user: '`~/.qwen/settings.json`',
    project: '`.qwen/settings.json`',
    limits: 'in folders that it does not trust, no hooks of a project',
  },
  // Its change 2781 switched hooks on in 0.14.0. Seen: 0.12.0 runs none, 0.15.6 does.
  since: '0.14.0',
  optIn: (setting) => setting('hooksConfig', 'enabled') === true,
  table: {
    engine: 'qwen',
    events: { UserPromptSubmit: 5_000, Stop: 10_000, StopFailure: 10_000, SessionEnd: 5_000 },
    fields: { name: 'wayland-core' },
  },
  file: (place) => join(ownFolder(place, 'qwen'), 'settings.json'),
  off: (setting) => (setting('disableAllHooks') === true ? '"disableAllHooks" is true' : undefined),
  notes: ['Hooks of a project run only in folders that Qwen Code trusts.'],
})
