import { join } from 'node:path'
import { jsonSettings } from '../../connect/json-settings.ts'
import { ownFolder } from '../../connect/settings-file.ts'

const NAME = 'wayland-core'

/** Gemini CLI. Timeouts in milliseconds. */
export const settings = jsonSettings({
  about: {
    user: '`~/.gemini/settings.json`',
    project: '`.gemini/settings.json`',
    limits: 'in folders that it does not trust, no hooks of a project',
  },
  // By its release notes, hooks are on by default from 0.26.0.
  since: '0.26.0',
  table: {
    engine: 'gemini',
    events: { BeforeAgent: 5_000, AfterAgent: 10_000, SessionEnd: 5_000 },
    fields: { name: NAME },
  },
  file: (place) => join(ownFolder(place, 'gemini'), 'settings.json'),
  off(setting) {
    if (setting('hooksConfig', 'enabled') === false) return '"hooksConfig.enabled" is false'
    if (setting('hooks', 'enabled') === false) return '"hooks.enabled" is false'
    const disabled = setting('hooksConfig', 'disabled')
    return Array.isArray(disabled) && disabled.includes(NAME) ? `"hooksConfig.disabled" names ${NAME}` : undefined
  },
  notes: ['Hooks of a project run only in folders that Gemini CLI trusts.'],
})
