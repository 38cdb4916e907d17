import { isVerb } from '../draft/verbs.ts'
import { isManner } from './manner.ts'

/** How a clause voices a wish: as a rule in so many words, in the form of a rule, or as one order among others. */
export type Voice = 'standing' | 'rule' | 'order'

/** How a clause of a request voices a wish; undefined if it tells, asks or reports. English is covered best. */
export function voiceOf(clause: string): Voice | undefined {
  const text = plain(clause)
  if (STATEMENT.test(text)) return undefined
  if (isStanding(text)) return 'standing'
  if (RULE.some((pattern) => pattern.test(text)) || isManner(text)) return 'rule'
  return isOrder(text) ? 'order' : undefined
}

/** A clause without what stands before the order: agreement, politeness, conjunctions. */
export const withoutLead = (clause: string): string => clause.trim().replace(LEAD, '')

/** Whether a clause takes something back that was asked for before: "actually do ask me first", "you can use it again". */
export const takesBack = (clause: string): boolean =>
  TAKES_BACK.test(clause.trim().toLowerCase().replaceAll('’', "'").replace(AGREES, ''))

export const forbids = (clause: string): boolean =>
  /^(?:do not|don't|dont|never|stop|avoid|quit|no|without)\b|\b(?:should|must|shall) (?:not|never)\b|\b(?:shouldn't|mustn't|never)\b/.test(
    plain(clause),
  )

const plain = (clause: string): string => withoutLead(clause.toLowerCase().replaceAll('’', "'"))

const AGREES = /^(?:(?:ok(?:ay)?|no|yes|yeah|hm+|sorry|wait|well|and|but|so)(?![\w-])[\s,.:;!]*){1,4}/
const TAKES_BACK =
  /^(?:actually|from now on|i changed my mind|on second thoughts?|you (?:can|may)|it'?s (?:ok|okay|fine) to|do (?!not\b|you\b|we\b|i\b|they\b|it\b|this\b|that\b|so\b|the\b|a\b)[a-z]+)\b|\bafter all[.!]?$|^[^,]{3,80} again[.!]?$/

const LEAD =
  /^(?:(?:and|but|so|or|ok(?:ay)?|yes|yeah|yep|no(?=[,.:;!]|(?: +(?:don|do|never|use|it|that|the|i|you|we|this)\b))|nope|hm+|ah|oh|well|now|also|then|hi|hey|hello|great|sorry|wait|btw|please|pls|again|actually|just|instead|first|maybe|perhaps|additionally|finally|sure|alright|go ahead|i think|i guess|i feel like|in addition|(?!(?:ap|re|sup|com|im)ply|rely)[a-z]{3,15}ly)(?![\w-])[\s,.:;!]*){1,6}/i

/** What is the case, or will be: "it always fails", "never mind", "in the future may support". */
const STATEMENT =
  /\b(?:always|never) (?:mind|been|had|was|were|is|are|does|did|gets|got|fails?|shows?|\w+ed)\b|\b(?:it|this|that|they|he|she|i)(?:'ll| will|'s|'ve| have)? (?:always|never)\b|\b(?:will|might|may|could|would|can)\b[^.]{0,60}\bin (?:the )?future\b|\bin (?:the )?future (?:may|might|will|could)\b/

const MUST = '(?:should|shall|must|needs? to|has to|have to|ought to|(?:i|we) (?:want|need) (?:you )?to)'
const isStanding = (text: string): boolean => !/^(?:how|what|think)\b/.test(text) && STANDING.some((p) => p.test(text))
const STANDING: readonly RegExp[] = [
  new RegExp(
    `(?:^|[,:;] |\\b(?:to|you|we|${MUST}|you'll|please|that|first|and|but|then) )(?:always|never) (?:\`|(?!again\\b)\\w)`,
  ),
  /, always$/,
  /\b(?:should|must|shall|needs? to|ha(?:s|ve) to|rules?) (?:not |n't )?[^.,]{0,60}\b(?:always|ever)\b/,
  /\b(?:do not|don't|dont)\b[^.]{1,80}\bever\b/,
  /\b(?:from now on|from here on|going forward|henceforth|next time|as a (?:general )?rule|in all cases|at all times)\b|^in (?:the )?future,/,
  /\b(?:every time|each time|whenever|any ?time) (?:you|we)\b/,
  /^(?:every|each|all|any) (?:\S+ ){1,10}?(?:should|must|needs?|ha(?:s|ve) to)\b/,
]

const RULE: readonly RegExp[] = [
  // What not to do.
  /^(?:do not|don't|dont|stop|avoid|quit|no need|no more|no longer|never|without)\b/,
  /\b(?:instead of|rather than|no longer|no need (?:for|to)|without \w+ing)\b|, (?:and |but )?not (?!sure\b|only\b)\w|\bnot (?:through|via|in|on|from|to|by|with|for|off|the)\b/,
  /\b(?:should not|shouldn't|shouldnt|must not|mustn't|(?:i|we) (?:do not|don't|dont) (?:want|need))\b/,
  // What to keep to.
  /\b(?:should|shall|must|needs? to|ha(?:s|ve) to|supposed to|be sure|ma(?:ke|king|kes) sure|ensur(?:e|ing)|remember to|(?:do not|don't|dont) forget|only (?:when|if|after|once))\b/,
  /^(?:use|using|follow|stick to|keep|prefer)\b|\bi(?:'d| would)? (?:prefer|rather)\b|\bone (?:by one|at a time)\b|\bas you go\b/,
  // What was done in the wrong way.
  /\bwhy (?:did|are|were|was|is|do|didn't|didnt|aren't|arent|don't|dont|weren't|werent|isn't|wasn't|wasnt) (?:you|we)\b/,
  /\byou (?:should have|were supposed|didn't|didnt|did not|forgot|left out|missed|are not|aren't|arent|haven't|havent)\b|\byou're not\b|\bi (?:asked|told|said|only wanted|specifically)\b/,
]

/** Verbs of orders about method, beside those of tasks. */
const METHOD: ReadonlySet<string> = new Set(
  `ask answer attach avoid back call choose comment confirm cover delegate discuss dispatch enter examine finish follow get
  give go ground handle have hand keep leave log mark mention name note pass pick put quote refer reply respond return save
  skip spawn stay stick store switch take talk tell treat wait watch work`.split(/\s+/),
)

/** Forms of asking that stand before the verb. */
const ASKING =
  /^(?:(?:can|could|would|will) (?:you|we)|let'?s|let us|(?:i|we|you) (?:can|could|want(?: you)? to|need(?: you)? to|(?:would|'d) like (?:you )?to)|feel free to|try to|shall we|why not)\s+(?:(?:also|just|now|then|maybe|please|all|go ahead and)\s+){0,3}/

function isOrder(text: string): boolean {
  const [verb = '', ...object] = text.replace(ASKING, '').replace(LEAD, '').replace(/^do /, '').split(/\s+/)
  if (/^did (?:you|we) /.test(text)) return true
  return object.length > 0 && (isVerb(verb) || METHOD.has(verb))
}
