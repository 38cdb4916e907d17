import type { ToolTable } from '../../domain/tool-names.ts'

/** What Qwen Code offered to its model in a run without a window. */
export const tools: ToolTable = {
  label: 'Qwen Code',
  version: '0.24.4',
  source: 'test/fixtures/tools/qwen-0.24.4.json',
  names: {
    run_shell_command: ['shell'],
    read_file: ['read'],
    write_file: ['write'],
    edit: ['edit'],
    glob: ['find-files'],
    grep_search: ['search-text'],
    notebook_edit: ['notebook'],
    skill: ['skill'],
    agent: ['agent'],
    list_agents: [],
    tool_search: ['find-tools'],
    tool_call: [],
    get_goal: [],
    update_goal: [],
  },
  withWindow: { ask_user_question: ['ask'] },
  former: {
    list_directory: ['list-folder'],
    monitor: [],
    send_message: [],
    task_stop: [],
    todo_write: ['plan'],
    web_fetch: ['fetch'],
  },
  mcp: 'mcp__{server}__{tool}',
}
