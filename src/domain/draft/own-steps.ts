import type { Action } from './action.ts'

/** Whether an action only loaded a skill into the context, which is no part of the work. */
export function loadsSkill({ kind, input, head }: Pick<Action, 'kind' | 'input' | 'head'>): boolean {
  if (kind === 'READ') return isSkillFile(input.path)
  if (kind === 'RUN') return /^RUN wayland-core\b/.test(head)
  if (kind !== 'CALL') return false
  const tool = head.slice('CALL '.length)
  if (OWN_TOOL.test(tool)) return true
  const named = input.skill ?? input.name ?? input.command
  return SKILL_TOOL.test(tool) && typeof named === 'string' && /(?:^|[/:])auto-/.test(named)
}

/** Whether a path is a file of a skill outside the project, or of a draft anywhere. */
function isSkillFile(path: unknown): boolean {
  if (typeof path !== 'string') return false
  const [, folder, name = ''] =
    /^(.{0,4096})\/skills?\/(?:[^/]{1,128}\/)?([^/]{1,128})\/(?:SKILL\.md|references\/[^/]{1,200})$/.exec(path) ?? []
  if (folder === undefined) return false
  return name.startsWith('auto-') || /^(?:[/~]|[A-Za-z]:\/)/.test(path)
}

const SKILL_TOOL = /^(?:skill|activate_skill|load_skill|use_skill)$/i
/** The tools of this package's MCP server, as agents name them. */
const OWN_TOOL = /(?:^|_|\.|:)(?:find_skill|load_skill|report_outcome)$/
