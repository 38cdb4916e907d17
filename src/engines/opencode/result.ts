import type { Fields } from '../../transcript/reader.ts'
import { isFields } from '../../transcript/reader.ts'
import type { ToolResult } from '../../transcript/tool-result.ts'

/** How a call of OpenCode went, by the state of its part; its plugin says the same of a turn that it gives. */
export function resultOf({ status, metadata, output, error }: Fields): ToolResult {
  const code = isFields(metadata) ? metadata.exit : undefined
  const said = String(error ?? output ?? '')
  const denied = status === 'error' && DENIED.test(said.slice(0, 400))
  const aborted = status === 'error' && ABORTED.test(said.slice(0, 400))
  const ok = status === 'completed' ? endedBy(code, said) : status === 'error' && !denied && !aborted ? false : null
  return {
    ok,
    output: said,
    ...(typeof code === 'number' ? { exitCode: code } : {}),
    ...(denied ? { denied } : {}),
  }
}

/** A command that was ended by a signal or its time has no exit code. */
function endedBy(code: unknown, said: string): boolean | null {
  if (code === null) return /exceed(?:ed|ing) timeout/.test(said.slice(-2_000)) ? false : null
  return typeof code !== 'number' || code === 0
}

const DENIED = /rejected permission|specified a rule which prevents you|permission (?:was )?(?:denied|rejected)/i
const ABORTED = /^(?:tool execution )?aborted|^the user aborted|^user aborted/i
