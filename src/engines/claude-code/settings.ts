import { join } from 'node:path'
import { jsonSettings } from '../../connect/json-settings.ts'
import { ownFolder } from '../../connect/own-folder.ts'

/** Claude Code. Timeouts in seconds; that of SessionEnd raises a budget of 1.5 s which all such hooks share. */
export const settings = jsonSettings({
  about: {
    user: '`~/.claude/settings.json`',
    project: '`.claude/settings.local.json`, since the command names a path of this machine',
    limits: 'nothing fires when you press Esc: such a turn is read with the next one',
  },
  // Its change log: 1.0.54 brought UserPromptSubmit.
  since: '1.0.54',
  table: {
    engine: 'claude-code',
    events: { UserPromptSubmit: 5, Stop: 10, SessionEnd: 10 },
    // A run that ends in an API error: 2.1.76 still gave up the whole file over it, 2.1.78 runs the hooks.
    newer: { StopFailure: { timeout: 10, since: '2.1.78' } },
  },
  // The command names a path of this machine: in a project it belongs into the file that is not shared.
  file: (place) => join(ownFolder(place, 'claude'), place.scope === 'user' ? 'settings.json' : 'settings.local.json'),
  off: (setting) => (setting('disableAllHooks') === true ? '"disableAllHooks" is true' : undefined),
  notes: ['Sessions that are open take the hooks up when they are started again.'],
})
