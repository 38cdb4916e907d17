import { isDeepStrictEqual } from 'node:util'
import type { Program } from '../../connect/agent-settings.ts'
import { areOurArguments, hookArguments } from '../../connect/hook-command.ts'
import {
  hasBlock,
  isSame,
  MARK,
  type TomlTable,
  tomlValues,
  withBlock,
  withoutBlock,
} from '../../connect/toml-block.ts'
import { WaylandError } from '../../domain/errors.ts'

// `notify` of Codex' config.toml: one program with its arguments, which every build of Codex calls at the end of a turn.

const NOTIFY = 'notify'

/** The program as Codex is to call it. */
export const notifyOf = (program: Program): readonly string[] => hookArguments(program, 'codex', 'agent-turn-complete')

/** The text with our `notify`, unless another program has it. */
export function withNotify(text: string | undefined, file: string, program: Program): string | undefined {
  const { notify } = tomlValues(text ?? '', file)
  if (notify !== undefined && !areOurArguments(notify, 'codex')) return text
  if (isDeepStrictEqual(notify, notifyOf(program))) return text
  const bare = withoutNotify(text ?? '', file)
  const words = notifyOf(program).map((word) => JSON.stringify(word))
  const after = withBlock(bare, NOTIFY, [`notify = [${words.join(', ')}]`], 'top')
  const { notify: written, ...rest } = tomlValues(after, file)
  if (isDeepStrictEqual(written, notifyOf(program)) && isSame(rest, tomlValues(bare, file))) return after
  throw new WaylandError('internal', `${file}: adding "notify" would change what the file says`)
}

/** Without our `notify`, also where its comments were removed. */
export function withoutNotify(text: string, file: string): string {
  if (text.startsWith(MARK)) return MARK + withoutNotify(text.slice(1), file)
  if (hasBlock(text, NOTIFY)) return withoutBlock(text, NOTIFY)
  if (!areOurArguments(tomlValues(text, file).notify, 'codex')) return text
  const { notify: _, ...rest } = tomlValues(text, file)
  const bare = withoutKey(text, file, rest)
  if (bare !== undefined) return bare
  throw new WaylandError('bad_settings', `${file}: "notify" is ours, and is not written as we wrote it`, {
    hint: 'Remove that key by hand.',
  })
}

/** Without the key and its list, wherever that ends: at the first bracket that leaves all else as it was. */
function withoutKey(text: string, file: string, rest: TomlTable): string | undefined {
  const key = /^notify[ \t]*=[ \t]*\[/m.exec(text)
  if (key === null) return undefined
  for (let at = text.indexOf(']', key.index); at >= 0; at = text.indexOf(']', at + 1)) {
    const after = text.slice(at + 1)
    const bare = text.slice(0, key.index) + after.replace(/^[ \t]*\r?\n?/, '')
    try {
      if (isSame(tomlValues(bare, file), rest)) return bare
    } catch {
      // The bracket is inside a string of the list.
    }
  }
  return undefined
}
