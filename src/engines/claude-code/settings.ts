import { join } from 'node:path'
import { jsonSettings } from '../../connect/json-settings.ts'
import { ownFolder } from '../../connect/settings-file.ts'

/** Claude Code. Timeouts in seconds; that of SessionEnd raises a budget of 1.5 s which all such hooks share. */
export const settings = jsonSettings({
  about: {
    user: '`~/.claude/settings.json`',
    project: '`.claude/settings.local.json`, since the command names a path of this machine',
    limits: 'nothing fires when you press Esc: such a turn is read with the next one',
  },
  // UserPromptSubmit came with 1.0.54, by its change log.
  since: '1.0.54',
  table: {
    engine: 'claude-code',
    events: { UserPromptSubmit: 5, Stop: 10, SessionEnd: 10 },
    // For a run that ends in an API error. Seen: 2.1.76 rejects the whole file for this key, 2.1.78 runs the hook.
    newer: { StopFailure: { timeout: 10, since: '2.1.78' } },
  },
  // The command has a path of this machine: in a project it goes into the file that is not shared.
  file: (place) => join(ownFolder(place, 'claude'), place.scope === 'user' ? 'settings.json' : 'settings.local.json'),
  isStrict: true,
  off: (setting) => (setting('disableAllHooks') === true ? '"disableAllHooks" is true' : undefined),
  notes: ['Sessions that are open take the hooks up when they are started again.'],
})
