import type { ToolTable } from '../../domain/tool-names.ts'

/** What pi offered to its model in a run without a window. */
export const tools: ToolTable = {
  label: 'pi',
  version: '0.87.1',
  source: 'test/fixtures/tools/pi-0.87.1.json',
  names: {
    bash: ['shell'],
    read: ['read'],
    write: ['write'],
    edit: ['edit'],
  },
}
