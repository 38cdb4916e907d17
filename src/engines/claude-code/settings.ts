import { join } from 'node:path'
import { jsonEngine } from '../../connect/json-engine.ts'

/** Claude Code. Timeouts in seconds; that of SessionEnd raises a budget of 1.5 s which all such hooks share. */
export const claudeCode = jsonEngine({
  label: 'Claude Code',
  binary: 'claude',
  package: '@anthropic-ai/claude-code',
  // Its change log: 1.0.54 brought UserPromptSubmit.
  since: '1.0.54',
  table: {
    engine: 'claude-code',
    events: { UserPromptSubmit: 5, Stop: 10, SessionEnd: 10 },
    // A run that ends in an API error: 2.1.76 still gave up the whole file over it, 2.1.78 runs the hooks.
    newer: { StopFailure: { timeout: 10, since: '2.1.78' } },
  },
  // The command names a path of this machine: in a project it belongs into the file that is not shared.
  file: (place) =>
    place.scope === 'user'
      ? join(place.folders.claude, 'settings.json')
      : join(place.dir, '.claude', 'settings.local.json'),
  off: (setting) => (setting('disableAllHooks') === true ? '"disableAllHooks" is true' : undefined),
  notes: ['Sessions that are open take the hooks up when they are started again.'],
})
