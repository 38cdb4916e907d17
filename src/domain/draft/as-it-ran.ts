/**
 * Why a text cannot stand in SKILL.md exactly as it ran; undefined if it can. `<placeholders>` of ours are not part of
 * the text. Nothing is changed to make it harmless, because a changed command is another one.
 */
export function whyNotAsItRan(text: string): string | undefined {
  const live = LIVE.find(([pattern]) => pattern.test(text))?.[1]
  if (live !== undefined) return live
  if (HIDDEN.test(text)) return 'it holds characters that do not show'
  if (/-{3}/.test(text)) return 'its three hyphens would end the front matter for some agents'
  if (TAG.test(text)) return 'its angle brackets would read as a placeholder or a tag'
  return text.length <= MAX_COMMAND ? undefined : `it has more than ${MAX_COMMAND} characters without what varies`
}

/** Characters. A longer command is no step that a reader can follow. */
const MAX_COMMAND = 1_000

/** What some agent expands in a skill. Variables of the shell (`$HOME`, `$(date)`) are no agent's. */
const LIVE: readonly (readonly [RegExp, string])[] = [
  [/!`|(?:`{3}|~{3})!|[!@]\{|\{\{/, 'it holds what some agents run or fill in when they load a skill'],
  [/\$\{?(?:ARGUMENTS\b|\d|CLAUDE_)/, 'it holds a variable that some agents fill in when they load a skill'],
  [/@@skill=/i, 'it holds the mark that chooses a skill'],
]
/** As in `quote.ts`: what shows as nothing, or turns what follows it around; a line break is seen. */
const HIDDEN = /(?:(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2028\u2029\u115f\u1160\u3164\uffa0])|[\ufe00-\ufe0f]/u
const TAG = /<(?:[A-Za-z][\w .-]{0,39}>|[/!?]|(?:system|script|img|skill|user|assistant)(?![\w-]))/i

/** Whether a command fits in inline code as it is; else it stands in a block. */
export const isInline = (command: string): boolean => command.length <= MAX_INLINE && !/[\n\r`]/.test(command)

const MAX_INLINE = 240

/** The lines of a fenced block with a command, each after `indent`. */
export function blockOf(command: string, indent: string): readonly string[] {
  const longest = Math.max(0, ...(command.match(/`+/g) ?? []).map((run) => run.length))
  const mark = '`'.repeat(Math.max(3, longest + 1))
  return [`${mark}sh`, ...command.split('\n'), mark].map((line) => (line === '' ? '' : `${indent}${line}`))
}
