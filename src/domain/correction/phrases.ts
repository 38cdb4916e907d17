import type { Reading } from './reading.ts'

/**
 * Whether a message says in so many words that the result is wrong, or asks to undo it. The phrases were collected from
 * real requests to coding agents.
 */
export function saysSo({ opening }: Reading): boolean {
  if (/^(?:implement|review|add|write|create|explain)\b/.test(opening)) return false
  const sentences = opening.split(/(?<=[.!?\n。！])\s*/u, 4)
  return sentences.some((sentence, i) => (i === 0 ? REJECTS : REPORTS).some((pattern) => pattern.test(sentence)))
}

/** Filler words before the statement: "hmm", "ok, but", "sorry,". */
const LEAD = String.raw`(?:(?:hmm+|hm|ok(?:ay)?|but|sorry|please|well|oh|ugh|wait|again|actually|and|so|now|yeah|yes|yep|alright|dude|omfg|can you|could you|lets)\b[,.:! ]*){0,12}`
const lead = (pattern: string) => new RegExp(`^${LEAD}${pattern}`, 'u')

/** Reports of a wrong or broken result; they count anywhere in the first sentences. */
const REPORTS = [
  new RegExp(
    String.raw`(?:^${LEAD}|[,:] )(?:that|this|it)(?:s| is| was)? (?:totally |completely |just |still )?(?:wrong|incorrect|not (?:right|correct|what i (?:asked|wanted|meant)))\b`,
    'u',
  ),
  /\b(?:that|this|it|you|which) (?:just |also |now |have |has )?broke (?:the|it|my|our|every)/,
  /\bstill (?:fails?|failing|broken|not (?:work|fix|correct|right)\w*|(?:does|do|did|is)(?:nt| not) (?:work|fix)\w*|the same (?:error|problem|issue)|(?:get|getting|see|seeing|shows?|showing|have|throws?) (?:the |that |this )?(?:same )?(?:error|failure|problem|issue))/,
  /\b(?:did|does)(?:nt| not) (?:work|fix|help)(?: (?:it|that|this|either|at all|for me|anymore))*[\s.!,]*$/,
  /\bstill (?:looks?|is|are|does|do) (?:exactly )?the same\b/,
  /\bi (?:just |already |have |had to |ve )*(?:undid|undo|reverted|revert|rolled back|aborted|cancelled|killed) (?:your|that|it|all|those|these|everything|the \w+)\b/,
  /\bnot what i (?:asked|wanted|meant|said)\b/,
  /\bi (?:didnt|did not|never) (?:ask|want|tell) (?:you|for|to)\b/,
  /\b(?:funktioniert|geht|klappt|stimmt) (?:(?:immer|so|noch) ){0,3}nicht\b|\bimmer noch (?:kaputt|falsch|fehler)/,
]

/** The message opens by refusing the result or asking to undo it. */
const REJECTS = [
  ...REPORTS,
  lead(
    String.raw`(?:please )?(?:revert|undo|roll ?back|back ?out)\b(?! (?:button|command|feature|support|logic|flag|stack|functionality|hint))`,
  ),
  lead(
    String.raw`(?:you )?(?:should |can |must )?(?:revert|undo|back out|roll back) (?:that|this|it|those|these|your|the (?:last|change|edit|commit)|all|everything)\b`,
  ),
  lead(
    String.raw`(?:go|change (?:it|that|this)|put (?:it|that|this)) back (?:to|how|the way)\b.{0,40}\b(?:before|was|were|had|current|previous|old|original)\b`,
  ),
  lead(String.raw`(?:remove|take|delete|drop) .{1,40}\b(?:again|back out)[\s.!]*$`),
  lead(String.raw`wrong\b`),
  lead(String.raw`not (?:correct|right|working)\b`),
  lead(String.raw`stop\b[!,. ]*(?:it|that|this|$)`),
  /^(?:i think .{1,60}, )?(?:can|could) you (?:please )?(?:revert|undo) (?:that|this|it|those|these)\b/,
  /, can you (?:revert|undo) (?:that|this|it)\b/,
  // German, French, Spanish, Italian, Portuguese, Chinese, Japanese
  /^(?:nein\b[,.! ]*(?:das|so|nicht|doch|falsch|mach)|das (?:ist|war) (?:falsch|nicht richtig|kaputt)|(?:mach|nimm) das (?:wieder )?(?:rückgängig|zurück|weg)|rückgängig|(?:bitte )?zurücksetzen|falsch\b)/,
  /^(?:non\b[,.! ]+(?:cest|ce nest|ça)|cest (?:faux|incorrect|pas ça)|annule\b|[çc]a (?:ne )?(?:marche|fonctionne) (?:toujours )?pas)/,
  /^(?:no,? (?:eso|está mal|así no)|eso está mal|está mal|deshaz|revierte|sigue (?:fallando|sin funcionar)|(?:todavía |aún )?(?:falla|no funciona))/,
  /^(?:no,? (?:è|non è) (?:sbagliat|giust|corrett)|è sbagliato|annulla\b|(?:ancora )?non funziona|não(?:,| é| está) (?:isso|errado|assim)|está errado|desfaz|desfaça|(?:ainda )?não funciona)/,
  /^(?:不对|不是这样|错了|撤销|回滚|还原|还是不行|还是报错|又报错|違う|違います|間違|元に戻|まだ(?:動|エラー|失敗)|直って(?:い)?ない|動かない|動きません)/,
]
