import type { ToolTable } from '../../domain/tool-names.ts'

/** What Codex offered to its model in a run without a window. */
export const tools: ToolTable = {
  label: 'Codex',
  version: '0.171.0',
  source: 'test/fixtures/tools/codex-0.171.0.json',
  names: {
    exec_command: ['shell'],
    write_stdin: ['shell-input'],
    apply_patch: ['edit', 'write'],
    view_image: [],
    request_user_input: ['ask'],
    multi_agent_v1: ['agent'],
    get_goal: [],
    create_goal: [],
    update_goal: [],
    tool_search: ['find-tools'],
    web_search: ['search-web'],
  },
  former: {
    update_plan: ['plan'],
  },
  mcp: 'mcp__{server}__{tool}',
}
