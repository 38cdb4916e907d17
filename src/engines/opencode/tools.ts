import type { ToolTable } from '../../domain/tool-names.ts'

/** What OpenCode offered to its model in a run without a window. */
export const tools: ToolTable = {
  label: 'OpenCode',
  version: '1.18.33',
  source: 'test/fixtures/tools/opencode-1.18.33.json',
  names: {
    bash: ['shell'],
    read: ['read'],
    write: ['write'],
    edit: ['edit'],
    glob: ['find-files'],
    grep: ['search-text'],
    webfetch: ['fetch'],
    skill: ['skill'],
    task: ['agent'],
    todowrite: ['plan'],
  },
  withWindow: { question: ['ask'] },
  mcp: '{server}_{tool}',
}
