import { isHarmless } from './read-only.ts'
import type { Rule } from './rule.ts'

/** Markup that an engine executes on loading a skill, or that is invisible on the rendered page. */
export const MARKUP: readonly Rule[] = [
  {
    rule: 'live-template',
    severity: 'block',
    why: 'some engines run this command while they load the skill',
    pattern: /(?:^|[\s>*(\-|:])!`([^`\n]{1,400})`|^[ \t>]{0,12}(?:`{3,8}|~{3,8})!/gm,
    judge: ({ 1: command }) => (command === undefined || !isHarmless(command) ? 'block' : 'note'),
  },
  {
    rule: 'routing-override',
    severity: 'warn',
    why: 'names a skill to be used in place of the router’s choice',
    pattern: /@@skill=/gi,
  },
  {
    rule: 'hidden-text',
    severity: 'warn',
    why: 'a comment, which no reader of the page sees, speaks to the model',
    pattern:
      /<!--((?:(?!<!--)[\s\S]){0,4000}?)(?:-->|$(?![\s\S]))|^\[(?:\/\/|comment|_metadata_[^\]\n]{0,20})\]:\s{0,4}#\s{0,4}(?:\(|")([^\n]{1,2000})/gim,
    judge: (match) => (speaksToModel(match[1] ?? match[2] ?? '') ? 'warn' : undefined),
  },
]

/** Whether a comment instructs a model: an imperative with an object; a note to an editor is none. */
const speaksToModel = (text: string): boolean =>
  /\b(?:you\s+(?:are|must|should|will|have\s+to|need\s+to)|(?:ai|llm|language\s+model|assistant|agent|claude|gpt|gemini|copilot|cursor)s?\b[^.\n]{0,30}\b(?:must|should|please|note|only|instructions?|:)|(?<![\w-])(?:ignore|disregard)(?![\w-])|do\s+not\s+(?:tell|mention|show|reveal)|system\s*(?:prompt|note|:)|hidden\s+instructions?|secret(?:ly)?|execute|curl|wget|exfiltrat\w*|(?:send|upload|post|forward)\s+(?:\w+\s+){0,4}(?:to|https?)|run\s+(?:the\s+)?(?:following|this|command|script))\b/i.test(
    text,
  )
