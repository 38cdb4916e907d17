import type { ToolTable } from '../../domain/tool-names.ts'

/** What GitHub Copilot CLI offered to its model in a run without a window. */
export const tools: ToolTable = {
  label: 'GitHub Copilot CLI',
  version: '1.0.102',
  source: 'test/fixtures/tools/copilot-1.0.102.json',
  names: {
    bash: ['shell'],
    read_bash: ['shell-output'],
    stop_bash: [],
    list_bash: [],
    view: ['read', 'list-folder'],
    create: ['write'],
    edit: ['edit'],
    glob: ['find-files'],
    grep: ['search-text'],
    skill: ['skill'],
    task: ['agent'],
    read_agent: [],
    list_agents: [],
    write_agent: [],
    sql: [],
    session_store_sql: [],
    fetch_copilot_cli_documentation: [],
  },
}
