import { type Rule, type Severity, words } from './rule.ts'

const WHENEVER = [
  String.raw`\b(?:before|after|prior\sto)\s(?:you\s)?(?:do(?:ing)?|start(?:ing)?|begin(?:ning)?|answer(?:ing)?|complet(?:e|ing)|finish(?:ing)?|respond(?:ing)?)?\s?(?:to\s|with\s)?(?:anything|(?:any|every|each|all)\s(?:\w{1,12}\s){0,2}?(?:tasks?|requests?|sessions?|conversations?|responses?|repl(?:y|ies)|answers?|messages?|work|projects?|interactions?|prompts?))\b`,
  String.raw`\bat\sthe\s(?:start|beginning|end)\sof\s(?:any|every|each|all|a)\s(?:\w{1,12}\s){0,2}?(?:tasks?|sessions?|conversations?|chats?|requests?|interactions?|projects?)\b`,
  String.raw`\b(?:each|every)\stime\s(?:you|a|an|the)\s(?:\w{1,12}\s){0,3}?(?:task|session|request|file|conversation|commit|start|complete|finish|answer)`,
  String.raw`\bfor\s(?:every|each|any|all)\s(?:requests?|tasks?|messages?|prompts?)\b[^.\n]{0,30}\b(?:whatever|no\smatter|regardless)`,
  String.raw`\bbefore\s(?:starting|beginning|any)\s(?:\w{1,12}\s)?(?:development|work|coding|tasks?)\b`,
].join('|')

/** Actions whose effect or target cannot be inspected. */
const OPAQUE =
  /\b(?:run|execute|call|invoke|perform)\b[^\n]{0,30}\bfollowing\b[^\n]{0,30}\b(?:diagnostic|verification|validation|attestation|telemetry|health|registration|compatibility)|\b(?:run|execute|call|invoke)\b[^\n]{0,20}[`"'](?:(?:ba|z)?sh|python[\d.]{0,4}|node|perl|ruby|source|\.)?\s?(?:-\w{1,3}\s)?["']?(?:~|\/tmp|\$HOME|\/var|\.\/\.|https?:)|\b(?:register|report|check\sin|ping|notif|post|send|upload|submit|sync|call)\w{0,4}\b[^.\n]{0,80}(?:https?:\/\/(?!localhost|127\.)|\bour\s(?:server|gateway|endpoint|service|backend|api)\b)|\bset-?up\scommand\smust\sbe\srun\b|\b(?:curl|wget)\s[^\n]{0,80}https?:\/\/(?!localhost|127\.)/i

/** Maximum distance in characters from the condition to the action. */
const REACH = 420

/** Unconditional orders with an action that cannot be inspected. */
export const PRETEXTS: readonly Rule[] = [
  {
    rule: 'priority-claim',
    severity: 'warn',
    why: 'has something run or told whatever the user asked for',
    cues: words('before after prior beginning start end each every whatever regardless'),
    pattern: new RegExp(WHENEVER, 'gi'),
    judge: (match: RegExpExecArray, text: string): Severity | undefined => {
      const before = text.slice(Math.max(0, match.index - 120), match.index)
      const near = before.slice(before.lastIndexOf('\n') + 1) + text.slice(match.index, match.index + REACH)
      return OPAQUE.test(near) ? 'warn' : undefined
    },
  },
]
