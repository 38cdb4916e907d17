import { join } from 'node:path'
import type { Place } from '../../connect/agent-settings.ts'
import { jsonSettings } from '../../connect/json-settings.ts'
import { ownFolder } from '../../connect/settings-file.ts'

/** In a project it goes into the file that is not shared. */
const inPlace = (place: Place, ...own: readonly string[]): string =>
  place.scope === 'user'
    ? join(ownFolder(place, 'copilot'), ...own)
    : join(place.dir, '.github', 'copilot', 'settings.local.json')

/** GitHub Copilot CLI. Timeouts in seconds. */
export const settings = jsonSettings({
  about: {
    user: '`~/.copilot/hooks/wayland-core.json`',
    project: '`.github/copilot/settings.local.json`, in folders that it trusts',
    limits:
      'no hint before 1.0.71; nothing fires where the server of models refuses a request: such a turn is read later',
  },
  // Seen: 1.0.24 runs them; 1.0.63 puts no hint before the model, 1.0.71 does.
  since: '1.0.24',
  lacks: [{ since: '1.0.71', what: 'records, and shows its model no hint' }],
  table: {
    engine: 'copilot',
    events: { UserPromptSubmit: 5, Stop: 10, SessionEnd: 10 },
  },
  file: (place) => inPlace(place, 'hooks', 'wayland-core.json'),
  switches: (place) => inPlace(place, 'settings.json'),
  off: (setting) => (setting('disableAllHooks') === true ? '"disableAllHooks" is true' : undefined),
  notes: ['Hooks of a project run only in folders that Copilot CLI trusts.'],
})
