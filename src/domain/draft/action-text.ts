import type { Action } from './actions.ts'
import { impersonal } from './impersonal.ts'
import { code } from './quote.ts'
import { quoted } from './shell.ts'

/** One action as it was. */
export function actionText(action: Action): string {
  if (action.kind === 'RUN') {
    const { argv, dir } = action.input as { argv: readonly string[]; dir?: string }
    return code(impersonal(typedText(action) ?? `${inDir(dir)}${argv.join(' ')}`), MAX_COMMAND)
  }
  if (action.kind === 'CALL') return code(impersonal(`${action.head.slice(5)} ${JSON.stringify(action.input)}`))
  const { path, pattern } = action.input as { path?: string; pattern?: string }
  return `${action.kind.toLowerCase()} ${code(impersonal([pattern, path].filter((text) => text !== undefined).join(' in ')))}`
}

/** A command as it was typed, in its folder; undefined where it was more than one line can show. */
export function typedText({ typed, input }: Action): string | undefined {
  return typed && `${inDir(input.dir as string | undefined)}${typed.full.map(({ text }) => text).join(' ')}`
}

const inDir = (dir: string | undefined): string => (dir === undefined ? '' : `cd ${quoted(dir)} && `)

/** A command is shown with what it is about, which may stand at its end. */
const MAX_COMMAND = 240
