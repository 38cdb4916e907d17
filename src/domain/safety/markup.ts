import { type Rule, rules } from './rule.ts'

/** Markup that an engine executes on loading a skill, or that is invisible on the rendered page. */
// biome-ignore format: a rule a line
export const MARKUP: readonly Rule[] = [
  ...rules('live-template', 'block', 'some engines run this command while they load the skill', [[/(?:^|[\s>*(\-|:])!`([^`\n]{1,400})`|^[ \t>]{0,12}(?:`{3,8}|~{3,8})!/gm, ({ 1: command }) => (command === undefined || !isHarmless(command) ? 'block' : 'note')]]),
  ...rules('routing-override', 'warn', 'names a skill to be used in place of the router’s choice', [/@@skill=/gi]),
  ...rules('hidden-text', 'warn', 'a comment, which no reader of the page sees, speaks to the model', [[/<!--((?:(?!<!--)[\s\S]){0,4000}?)(?:-->|$(?![\s\S]))|^\[(?:\/\/|comment|_metadata_[^\]\n]{0,20})\]:\s{0,4}#\s{0,4}(?:\(|")([^\n]{1,2000})/gim, (match) => (speaksToModel(match[1] ?? match[2] ?? '') ? 'warn' : undefined)]]),
]

/** Whether a comment instructs a model: an imperative with an object; a note to an editor is none. */
const speaksToModel = (text: string): boolean =>
  /\b(?:you\s+(?:are|must|should|will|have\s+to|need\s+to)|(?:ai|llm|language\s+model|assistant|agent|claude|gpt|gemini|copilot|cursor)s?\b[^.\n]{0,30}\b(?:must|should|please|note|only|instructions?|:)|(?<![\w-])(?:ignore|disregard)(?![\w-])|do\s+not\s+(?:tell|mention|show|reveal)|system\s*(?:prompt|note|:)|hidden\s+instructions?|secret(?:ly)?|execute|curl|wget|exfiltrat\w*|(?:send|upload|post|forward)\s+(?:\w+\s+){0,4}(?:to|https?)|run\s+(?:the\s+)?(?:following|this|command|script))\b/i.test(
    text,
  )

/** Options and plain words, without redirections, expansions or substitutions. */
const WORDS = String.raw`(?:[ \t]+(?:"[\w ./:=@^~%,+-]*"|'[\w ./:=@^~%,+-]*'|[\w./:=@^~%,+-]+))*`
/** Options only, for commands whose arguments would be created. */
const OPTIONS = String.raw`(?:[ \t]+-[\w=./:%-]*)*`

/** Commands that only read; their output goes to the model. */
const LOOKS = [
  `git(?: +--no-pager)? +(?:status|log|diff|show|rev-parse|ls-files|describe|shortlog|blame|config +--get|remote +show|stash +list|worktree +list)${WORDS}`,
  `git(?: +--no-pager)? +(?:branch|remote|tag)${OPTIONS}`,
  `(?:ls|pwd|nproc|wc|head|tail|tree|basename|dirname|realpath|sort|which|command +-v)${WORDS}`,
  `(?:uname|whoami|uniq|true)${OPTIONS}`,
  String.raw`date(?: +(?:-u|--utc|-I\w*|-R|--iso-8601(?:=\w+)?))*(?: +(?:\+[\w%:./-]+|"\+[\w %:./-]+"|'\+[\w %:./-]+'))?|hostname`,
  '(?:node|npm|pnpm|yarn|bun|deno|python3?|pip3?|ruby|java|rustc|cargo|gcc|clang|make|cmake|docker|kubectl|terraform|gh|uv|php|perl|tsc) +(?:-v|-V|--version|version)',
  'go +(?:version|env +[A-Z]+)',
  `npm +(?:ls|list|outdated)${OPTIONS}`,
  `gh +(?:pr|issue|run) +(?:view|list|status|diff|checks)${WORDS}`,
]
const LOOK = new RegExp(`^(?:${LOOKS.join('|')})$`)

/** Options with which a reading command writes a file, runs a program, deletes, or uses the network. */
const ACTS =
  /(?:^|\s)(?:--output|-o|--ext-diff|--textconv|--exec|--upload-pack|-[dDmMcCf]|--delete|--move|--copy|--force|--edit-description|--set-upstream-to\S*|--unset-upstream|--web|-w|add|set-url|remove|rename|prune|update|set-head)(?=[\s=]|$)/
/** Places of keys, and paths outside the project. */
const PRIVATE = /\.(?:ssh|aws|gnupg|kube|env|netrc|npmrc)\b|\/etc\/|\/proc\/|~|id_rsa|credential|secret|passw|token/i

/** Maximum length of a command that is examined, in characters. */
const LONGEST = 200

/**
 * Whether a shell command line only reads the project: known commands, joined by pipes, `&&`, `||` and `;`, without
 * expansion, redirection (except of errors) or writes. Unknown commands are not harmless.
 */
export function isHarmless(command: string): boolean {
  if (command.length > LONGEST || /[\r\n]/.test(command) || PRIVATE.test(command)) return false
  const parts = command.replace(/\s2>\s?(?:\/dev\/null|&1)(?=\s|$)/g, ' ').split(/&&|\|\||[|;]/)
  return parts.every((part) => {
    const trimmed = part.trim()
    return (
      LOOK.test(trimmed) && !(/^(?:git|gh)\b/.test(trimmed) ? ACTS : /(?:^|\s)(?:-o|--output)(?=[\s=]|$)/).test(trimmed)
    )
  })
}
