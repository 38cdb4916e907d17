import type { Action } from './actions.ts'
import { impersonal } from './impersonal.ts'
import { code } from './quote.ts'
import { asLine, folderWord } from './shell-word.ts'

/** One action as Markdown, with its own values, without personal data. */
export function actionText(action: Action): string {
  if (action.kind === 'RUN') {
    const { argv, dir } = action.input as {
      argv: readonly string[]
      dir?: string
    }
    return code(impersonal(typedText(action) ?? `${inDir(dir)}${argv.join(' ')}`), MAX_COMMAND)
  }
  if (action.kind === 'CALL') return code(impersonal(`${action.head.slice(5)} ${JSON.stringify(action.input)}`))
  const { path, pattern } = action.input as { path?: string; pattern?: string }
  return `${action.kind.toLowerCase()} ${code(impersonal([pattern, path].filter((text) => text !== undefined).join(' in ')))}`
}

/** A command as typed, with `cd` to its folder; undefined if its line could not be read command by command. */
export function typedText({ typed, input }: Action): string | undefined {
  return typed && `${inDir(input.dir as string | undefined)}${asLine(typed.full.map(({ text }) => text))}`
}

const inDir = (dir: string | undefined): string => (dir === undefined ? '' : `cd ${folderWord(dir)} && `)

/** Code points of a shown command: more than of other code, because the object may be at its end. */
const MAX_COMMAND = 240
