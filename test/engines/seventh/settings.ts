import { join } from 'node:path'
import { jsonSettings } from '../../../src/connect/json-settings.ts'
import { ownFolder } from '../../../src/connect/settings-file.ts'

export const settings = jsonSettings({
  about: {
    user: '`~/.seventh/settings.json`',
    project: '`.seventh/settings.json`',
    limits: 'nothing, since it does not exist',
  },
  table: { engine: 'seventh', events: { Asked: 5, Done: 10 } },
  file: (place) => join(ownFolder(place, 'seventh'), 'settings.json'),
  off: () => undefined,
  notes: ['It has to be invented first.'],
})
