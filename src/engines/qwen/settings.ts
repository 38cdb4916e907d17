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
  table: {
    engine: 'qwen',
    events: { UserPromptSubmit: 5_000, Stop: 10_000, StopFailure: 10_000, SessionEnd: 5_000 },
    fields: { name: 'wayland-core' },
  },
  file: (place) => join(ownFolder(place, 'qwen'), 'settings.json'),
  off: (setting) => (setting('disableAllHooks') === true ? '"disableAllHooks" is true' : undefined),
  notes: ['Hooks of a project run only in folders that Qwen Code trusts.'],
})
