/** Stands between session and number in the id that a hook gives a person's prompt, and in no other id. */
export const PROMPT_NUMBER = '########'

/** Around the words that followed the name of a skill, in a note that versions since 0.21 put below the prompt. */
const WORDS = '</skill-args-file>\n<skill-args>'
const END_OF_WORDS = '</skill-args>'

/**
 * A prompt as it was typed, `/name` and what follows, where Qwen Code put the text of the skill in the place of its
 * name: it repeats the prompt below the text where words followed the name.
 */
export function withSkillCalled(text: string): string {
  const folder = /^Base directory for this skill: (?:[^\n]{0,4096}[/\\])?([^/\\\n]{1,128})[/\\]?\nImportant: /.exec(
    text,
  )?.[1]
  if (folder === undefined) return text
  const start = text.lastIndexOf(WORDS)
  const end = text.lastIndexOf(END_OF_WORDS)
  if (start >= 0 && start < end) return `/${folder} ${text.slice(start + WORDS.length, end)}`
  const last = text.slice(text.trimEnd().lastIndexOf('\n') + 1).trim()
  return last.startsWith(`/${folder} `) ? last : `/${folder}`
}
