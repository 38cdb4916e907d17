import { join } from 'node:path'
import { jsonEngine } from '../../connect/json-engine.ts'

/** Qwen Code. Timeouts in milliseconds. */
export const qwen = jsonEngine({
  label: 'Qwen Code',
  binary: 'qwen',
  package: '@qwen-code/qwen-code',
  table: {
    engine: 'qwen',
    events: { UserPromptSubmit: 5_000, Stop: 10_000, StopFailure: 10_000, SessionEnd: 5_000 },
    fields: { name: 'wayland-core' },
  },
  file: (place) => join(place.scope === 'user' ? place.folders.qwen : join(place.dir, '.qwen'), 'settings.json'),
  off: (setting) => (setting('disableAllHooks') === true ? '"disableAllHooks" is true' : undefined),
  notes: ['Hooks of a project run only in folders that Qwen Code trusts.'],
})
