/** The kinds of work that the first word of a text may name: a bit mask; 0 if the word is unknown. */
export type Action = number

/** The action of a text, given as lower-case words: that of its first word which is not a form of address. */
export function actionOf(words: readonly string[]): Action {
  const head = words.find((word) => !ADDRESS.has(word))
  return head === undefined ? 0 : (ACTIONS.get(head) ?? 0)
}

/** Whether the actions are known and have no kind in common: "what is on my list" and "add milk to my list". */
export const differs = (a: Action, b: Action): boolean => a !== 0 && b !== 0 && (a & b) === 0

/** Forms of address and filler words that may come before the task. */
export const ADDRESS: ReadonlySet<string> = new Set(
  'please can could would will you we us let lets hey hi hello ok okay now also and then i m to want need like hope hoping d ll me just'.split(
    ' ',
  ),
)

/** One line per kind of work; a word with several meanings is in several lines. */
const KINDS = `
what whats which show tell read how is are was did do does when where who whos why check see find look list display give explain describe
add include insert append put create make new remind set start write generate implement
remove delete clear erase drop cancel take
change update edit modify rename set replace move refactor convert
fix repair resolve debug solve
run execute launch play start
review inspect audit verify check
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

const ACTIONS = new Map<string, number>()
for (const [kind, words] of KINDS.entries())
  for (const word of words) ACTIONS.set(word, (ACTIONS.get(word) ?? 0) | (1 << kind))
