import type { Action } from './actions.ts'
import { impersonal } from './impersonal.ts'
import { code } from './quote.ts'
import { quoted } from './shell.ts'

/** One action as it was. */
export function actionText(action: Action): string {
  if (action.kind === 'RUN') {
    const { argv, dir } = action.input as { argv: readonly string[]; dir?: string }
    return code(impersonal(`${dir === undefined ? '' : `cd ${quoted(dir)} && `}${argv.join(' ')}`), MAX_COMMAND)
  }
  if (action.kind === 'CALL') return code(impersonal(`${action.head.slice(5)} ${JSON.stringify(action.input)}`))
  const { path, pattern } = action.input as { path?: string; pattern?: string }
  return `${action.kind.toLowerCase()} ${code(impersonal([pattern, path].filter((text) => text !== undefined).join(' in ')))}`
}

/** A command is shown with what it is about, which may stand at its end. */
const MAX_COMMAND = 240
