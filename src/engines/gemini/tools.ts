import type { ToolTable } from '../../domain/tool-names.ts'

/** What Gemini CLI offered to its model in a run without a window. */
export const tools: ToolTable = {
  label: 'Gemini CLI',
  version: '0.61.0',
  source: 'test/fixtures/tools/gemini-0.61.0.json',
  names: {
    run_shell_command: ['shell'],
    read_background_output: ['shell-output'],
    list_background_processes: [],
    read_file: ['read'],
    write_file: ['write'],
    replace: ['edit'],
    glob: ['find-files'],
    grep_search: ['search-text'],
    list_directory: ['list-folder'],
    web_fetch: ['fetch'],
    google_web_search: ['search-web'],
    activate_skill: ['skill'],
    invoke_agent: ['agent'],
    enter_plan_mode: [],
    update_topic: [],
  },
  withWindow: { ask_user: ['ask'] },
  mcp: 'mcp_{server}_{tool}',
}
