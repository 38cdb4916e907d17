import { CONNECTABLE } from '../../engines/engines.ts'
import type { Words } from '../command.ts'
import { CONNECTION } from './install.ts'

export const command: Words = {
  topic: 'connecting',
  takes: '<engine>',
  words:
    'Disconnect an agent: its settings are as they were, byte for byte, or without the hooks where you changed them',
  flags: {
    project: { words: 'In the current folder, as a project, instead of for you' },
    'dry-run': { words: 'Show what would be changed, and write nothing' },
  },
  text: [`Agents: ${CONNECTABLE.join(', ')}.`],
  json: CONNECTION,
  example: 'wayland-core uninstall gemini',
}

export { run } from './install.ts'
