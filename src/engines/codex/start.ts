import type { Start } from '../../domain/origin.ts'
import { type Fields, textOf } from '../../transcript/reader.ts'

/** How a session was begun, by its first line: `codex exec` runs without a terminal, an SDK and another program's MCP client name themselves. */
export function startOf({ originator, source }: Fields): Start | undefined {
  const [by, from] = [textOf(originator) ?? '', textOf(source)]
  if (/(?:^|_)sdk(?:_|$)/.test(by) || from === 'mcp') return 'sdk'
  if (from === 'exec' || by === 'codex_exec') return 'headless'
  return from === 'cli' || from === 'vscode' ? 'terminal' : undefined
}
