import { contentWords, isFunctionWord } from './shared-words.ts'

/**
 * What the requests ask for, in the words that they share, as a person would name it in the third person: "Adds a REST
 * endpoint" for users, orders and invoices. Undefined where no request is short and plain enough.
 */
export function titleOf(requests: readonly string[], shared: readonly string[]): string | undefined {
  const titles = requests.flatMap((text) => {
    const opening = text
      .replace(LEAD_IN, '')
      .split(/[,;.!?](?:\s|$)| - /u)[0]!
      .trim()
    if (COMPLAINS.test(opening) || !/^[\p{L}\p{M}\p{N} '’:/_-]+$/u.test(opening)) return []
    const general = inSharedWords(opening, shared)
    // One word alone names no task: then the request does, where it says enough of what the others say.
    const title = contentWords(general).length > 1 ? general : opening
    const held = contentWords(title)
    if (title === opening && shared.filter((word) => held.includes(word)).length * 3 < held.length) return []
    const common = shared.filter((word) => held.includes(word)).length
    return common > 0 && common * 3 >= shared.length && /^(\S+ ){1,7}\S+$/.test(title)
      ? [{ title, common, left: opening.length - title.length }]
      : []
  })
  const [best] = titles.sort(
    (a, b) => b.common - a.common || a.left - b.left || a.title.length - b.title.length || (a.title < b.title ? -1 : 1),
  )
  return best === undefined ? undefined : thirdPerson(best.title)
}

/** What went wrong is a reason for the task, not its name. */
const COMPLAINS =
  /\b(?:fails?|failing|failed|broken?|breaks|crash(?:es|ed)?|wrong|doesn['’]t|does not|isn['’]t|is not|can['’]t|cannot)\b/i

/** Words that only open a request. */
const LEAD_IN =
  /^(?:(?:ok(?:ay)?|alright|now|so|and|please|pls|hey|hi|hello|hmm+|my dude|dude|can you|could you|can we|let'?s|i(?:'d| would) like (?:you )?to|i (?:want|need) (?:you )?to|also|then)\b[,.!: ]*)+/i

/** The text without content words that the others do not say, and without the words that led to those. */
function inSharedWords(text: string, shared: readonly string[]): string {
  const kept: string[] = []
  let hanging = false
  for (const word of text.split(/\s+/)) {
    const said = contentWords(word)
    if (said.length === 0) {
      if (!hanging) kept.push(word)
      continue
    }
    hanging = !said.some((one) => shared.includes(one))
    if (!hanging) kept.push(word)
    else while (kept.length > 0 && LEADS.test(kept.at(-1)!)) kept.pop()
  }
  while (kept.length > 0 && isFunctionWord(kept.at(-1)!.toLowerCase())) kept.pop()
  return kept.join(' ')
}

/** Words that need another one behind them. */
const LEADS = /^(?:the|a|an|for|of|in|on|to|with|from|into|at|by|about|and|or|my|our|this|that|these|those)$/i

/** "Fix lint errors" as what a skill does: "Fixes lint errors". A first word that is no verb known to us stays. */
function thirdPerson(title: string): string {
  const [first = '', ...rest] = title.split(' ')
  const verb = first.toLowerCase()
  const does = !VERBS.has(verb)
    ? verb
    : /(?:s|x|z|ch|sh)$/.test(verb)
      ? `${verb}es`
      : verb.replace(/(?<=[^aeiou])y$/, 'ie').concat('s')
  return [does.charAt(0).toUpperCase() + (VERBS.has(verb) ? does.slice(1) : first.slice(1)), ...rest].join(' ')
}

/** What people ask an agent to do. */
const VERBS: ReadonlySet<string> = new Set(
  `add address align analyse analyze append apply audit benchmark book build bump cancel change check clean compare compile
  configure convert copy create debug delete deploy describe diagnose document download draft drop enable disable evaluate
  explain export extend extract find fix format generate get implement import improve insert inspect install investigate
  list lint look make measure merge migrate move open optimise optimize plan polish port post prepare print profile publish
  push read rebase redesign refactor release remove rename reorder repair replace report reproduce resolve revert review
  rewrite run scaffold search send set show simplify sort split squash start stop summarise summarize sync test tidy trace
  translate triage update upgrade validate verify write`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
