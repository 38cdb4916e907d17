import type { Action } from './actions.ts'
import { impersonal } from './impersonal.ts'
import { code } from './quote.ts'

/** One action as it was. */
export function actionText(action: Action): string {
  if (action.kind === 'RUN') {
    const { argv, dir, env } = action.input as { argv: readonly string[]; dir?: string; env?: readonly string[] }
    const where = dir === undefined ? '' : ` in ${code(impersonal(dir), 60)}`
    return `${code(impersonal([...(env ?? []), ...argv].map(word).join(' ')))}${where}`
  }
  if (action.kind === 'CALL') return code(impersonal(`${action.head.slice(5)} ${JSON.stringify(action.input)}`))
  const { path, pattern } = action.input as { path?: string; pattern?: string }
  return `${action.kind.toLowerCase()} ${code(impersonal([pattern, path].filter((text) => text !== undefined).join(' in ')))}`
}

/** A word of a command as it would be typed: quoted where the shell would split it. */
const word = (text: string): string => (/^[^\s"'|&;()<>*?#]+$/.test(text) ? text : `'${text.replaceAll("'", '’')}'`)
