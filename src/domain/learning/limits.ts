import { actionsOf } from '../draft/actions.ts'
import type { Evidence } from './evidence.ts'
import { turnsIn } from './evidence.ts'
import { wordsOf } from './mentions.ts'
import type { Claim } from './proposal.ts'

/**
 * Why a statement is a limit of one machine or moment, which would stop later work: it says that something cannot be done,
 * and names no condition under which it can that the runs show. A wish of the person is theirs.
 */
export function limitFault({ kind, text, cites }: Claim, shown: ReadonlyMap<string, Evidence>): string | undefined {
  if (kind === 'rules' || !DENIES.test(text)) return undefined
  const evidence = cites.flatMap(({ turn }) => shown.get(turn) ?? [])
  const runs = turnsIn(evidence)
  const isMet = runs.length === 0 || cameRound(text, turnsIn(shown.values()))
  if (isMet && CONDITION.test(text)) return undefined
  const why = runs.length > 0 && isMet ? 'though what it speaks of failed and later worked' : 'which changes'
  return `"${text.slice(0, 120)}" speaks of the environment, ${why}`
}

type Turns = ReturnType<typeof turnsIn>

/** Whether a call that the text names failed, and one of its kind worked later; of all calls where it names none. */
function cameRound(text: string, turns: Turns): boolean {
  const said = new Set(wordsOf(text))
  const failed = new Map<string, boolean>()
  for (const { head, ok } of turns.flatMap(({ trajectory }) => actionsOf(trajectory)))
    if (ok === false) failed.set(head, failed.get(head) ?? false)
    else if (ok === true && failed.has(head)) failed.set(head, true)
  const named = [...failed].filter(([head]) => wordsOf(head).some((word) => word !== 'run' && said.has(word)))
  return (named.length > 0 ? named : [...failed]).some(([, cameBack]) => cameBack)
}

/** That something does not work, is not there or cannot be reached or done; orders ("do not run it twice") are none. */
const DENIES = new RegExp(
  [
    String.raw`\b(?:do|does|did)(?: not|n['’]t) (?:seem to )?work\b`,
    String.raw`\b(?:does not|doesn['’]t|did not|didn['’]t|cannot|can not|can['’]t|could not|couldn['’]t|will not|won['’]t|fails? to|unable to|impossible to) (?:be )?(?:run|start|connect|load|install|resolve|respond|reach|access|find|found|used?|started|reached|accessed|installed|resolved|loaded)\b`,
    String.raw`\b(?:is|are|was|were)(?: not|n['’]t) (?:currently |always )?(?:available|installed|working|supported|reachable|accessible|permitted|possible)\b`,
    String.raw`\b(?:is|are|was|were) (?:currently |always )?(?:broken|unavailable|unreachable|unsupported|down|offline)\b`,
    String.raw`\bno (?:network|internet)(?: access)?\b|\brate[- ]limit(?:ed|s)? (?:by|from)\b|\bout of (?:disk|memory)\b|\bpermission denied (?:on|for) this\b`,
  ].join('|'),
  'i',
)
const CONDITION = /\b(?:before|until|unless|without|when|whenever|while|if|after|once|as long as|except|first)\b/i
