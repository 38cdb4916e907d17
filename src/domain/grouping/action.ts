/** The kinds of work that the head word of a text may mean, one bit each; 0 when it is none that is known. */
export type Action = number

/** The action of a text: that of its first word that is not a form of address, in lower case. */
export function actionOf(words: readonly string[]): Action {
  const head = words.find((word) => !ADDRESS.has(word))
  return head === undefined ? 0 : (ACTIONS.get(head) ?? 0)
}

/** Whether two texts begin with different kinds of work: "what is on my list" and "add milk to my list". */
export const differs = (a: Action, b: Action): boolean => a !== 0 && b !== 0 && (a & b) === 0

/** Words that a request may open with before it comes to the matter. */
export const ADDRESS: ReadonlySet<string> = new Set(
  'please can could would will you we us let lets hey hi hello ok okay now also and then i m to want need like hope hoping d ll me just'.split(
    ' ',
  ),
)

/** A line is a kind of work; a word that may mean several stands in each. */
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
