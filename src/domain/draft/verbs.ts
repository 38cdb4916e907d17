import { stem } from '../retrieval/terms.ts'

/** The canonical verb, equal for synonyms; undefined for a word that is no verb of requests. */
export const canonicalVerb = (word: string): string | undefined => ACTS.get(stem(word.toLowerCase()))

/** Whether a word is a known verb with which an order begins. */
export const isVerb = (word: string): boolean => VERBS.has(word.toLowerCase())

/** An order in the third person: "Fix lint errors and run the tests" → "Fixes lint errors and runs the tests". */
export function thirdPerson(order: string): string {
  const [first = '', ...rest] = order.split(' ')
  const words = [
    doing(first),
    ...rest.map((word, i) => (rest[i - 1] === 'and' && VERBS.has(word.toLowerCase()) ? doing(word) : word)),
  ]
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A verb in the third person; unknown words are returned as they are. */
function doing(word: string): string {
  const verb = word.toLowerCase()
  if (!VERBS.has(verb)) return word
  return /(?:s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : verb.replace(/(?<=[^aeiou])y$/, 'ie').concat('s')
}

const VERBS: ReadonlySet<string> = new Set(
  `add address adjust align analyse analyze append apply archive assess audit backport benchmark book build bump calculate
  cancel change check clarify clean clear close commit compare compile compute configure connect convert copy count create
  cut debug delete deploy describe design diagnose disable document download downgrade draft drop edit enable ensure
  estimate evaluate execute expand explain export extend extract fetch fill filter find fix format generate implement
  import improve increase inline insert inspect install integrate investigate label lint list lock look make measure merge
  migrate mock modify move open optimise optimize organise organize parse pin plan polish port post prepare print profile
  propose publish pull push query read rebase rebuild recheck record redesign reduce refactor refresh regenerate release
  reload remove rename render reorder reorganise reorganize repair rephrase replace report reproduce rerun research reset
  resize resolve restart restore restructure retry revert review rewrite rotate run scaffold scan schedule search seed send
  set shorten show simplify sort split squash stage start stop submit suggest summarise summarize switch sync tag test tidy
  trace track train transform translate triage trim tune undo unify unpin update upgrade upload use validate verify wire
  write`.split(/\s+/),
)

/** Synonyms, one group per line, the first canonical. */
const SAME = `
check look review inspect verify audit assess examine
fix repair address resolve correct mend
delete remove drop clear undo
add create make write generate implement draft
run use execute start launch rerun
change update modify adjust edit bump
show tell know list print describe explain`
const ACTS: ReadonlyMap<string, string> = new Map([
  ...[...VERBS].map((verb): [string, string] => [stem(verb), verb]),
  ...SAME.trim()
    .split('\n')
    .flatMap((line) => line.split(' ').map((verb, _, [act]): [string, string] => [stem(verb), act!])),
])
