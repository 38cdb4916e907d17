import { type Rule, rules } from './rule.ts'

/** Markup that an engine reads in its own way, or that is invisible on the rendered page. */
// biome-ignore format: a rule a line
export const MARKUP: readonly Rule[] = [
  ...rules('routing-override', 'warn', 'names a skill to be used in place of the router’s choice', [/@@skill=/gi]),
  ...rules('hidden-text', 'warn', 'a comment, which no reader of the page sees, speaks to the model', [[/<!--((?:(?!<!--)[\s\S]){0,4000}?)(?:-->|$(?![\s\S]))|^\[(?:\/\/|comment|_metadata_[^\]\n]{0,20})\]:\s{0,4}#\s{0,4}(?:\(|")([^\n]{1,2000})/gim, (match) => (speaksToModel(match[1] ?? match[2] ?? '') ? 'warn' : undefined)]]),
]

/** Whether a comment instructs a model: an imperative with an object; a note to an editor is none. */
const speaksToModel = (text: string): boolean =>
  /\b(?:you\s+(?:are|must|should|will|have\s+to|need\s+to)|(?:ai|llm|language\s+model|assistant|agent|claude|gpt|gemini|copilot|cursor)s?\b[^.\n]{0,30}\b(?:must|should|please|note|only|instructions?|:)|(?<![\w-])(?:ignore|disregard)(?![\w-])|do\s+not\s+(?:tell|mention|show|reveal)|system\s*(?:prompt|note|:)|hidden\s+instructions?|secret(?:ly)?|execute|curl|wget|exfiltrat\w*|(?:send|upload|post|forward)\s+(?:\w+\s+){0,4}(?:to|https?)|run\s+(?:the\s+)?(?:following|this|command|script))\b/i.test(
    text,
  )
