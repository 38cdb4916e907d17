/** A negation that begins a clause, at most one verb of doing with its preposition, and other spans of the same list. */
const FORBIDS =
  /(?:[.;:!?|]\s{1,4}|\(\s{0,4}|(?:^|\n)\s{0,12}(?:[-*+>]\s{1,4}|\d{1,3}[.)]\s{1,4})?|,\s(?:and\s|but\s)?|\b(?:do|does|must|should|may|can|shall|and|or|but|be)\s)\*{0,2}(?:never|not|don['’]t|mustn['’]t|shouldn['’]t|can['’]t)\*{0,2}\s{1,4}(?:(?:run|use|execute|call|invoke|start|launch|read|open|edit|change|modify|touch|write|push|publish|commit|deploy|delete|remove|install|apply|set|add|merge|close|create|configure|register|enable|put|store|save|copy|log|commit)(?:\s(?:or|and)\s\w{2,12})?(?:\s(?!(?:before|until|unless|without|except|but|after|if|when|while|than|then|only|other|else|instead|besides|beyond|apart|off|aside|away|run|use|execute|call|do)\b|to\s\w|\w{1,12}ing\b)[a-z-]{1,14}){0,4}\s{1,4})?(?:`[^`\n]{1,80}`(?:,\s{0,2}|\s)(?:or\s|and\s|nor\s)?){0,6}["'`(]{0,3}$/i
/** What ends the clause right behind, after other spans of the same list. */
const ENDS =
  /^[`"')]{0,3}(?:(?:,\s{0,2}|\s)(?:or\s|and\s|nor\s)?`[^`\n]{1,80}`){0,6}(?:\s(?:or|nor)\s(?:in|into|to|from|on|with|by)(?:\s[a-z-]{1,14}){1,4})?\s?(?:[.;:!|]|\n\s{0,12}(?:\n|[-*+>]|\d)|\n?$|\byourself\b)/
/** Words of a sentence that let through some of what it forbids. */
const LETS = /\b(?:only|but|other|than|except|unless|without|until|before|instead|twice|again|more|yet|once)\b/i
/** A word of the next sentence that takes up what was forbidden. */
const TAKES_UP = /\b(?:it|its|them|their|instead|there)\b/i

/**
 * Whether what stands at a place of prose is forbidden there and nothing more is said of it: "Never run `x`." One that is
 * only forbidden in some way ("without …"), denied twice ("never forget to"), or taken up again ("put it") is not. `goesOn`:
 * the sentence may go on, so long as it lets nothing through.
 */
export function isForbidden(text: string, at: number, length: number, goesOn = false): boolean {
  const after = text.slice(at + length, at + length + 600)
  const [rest = ''] = after.split(/[.!?](?=\s)/, 1)
  const end = goesOn && !LETS.test(rest.split(';', 1)[0]!) ? rest.length : ENDS.exec(after)?.[0].length
  if (end === undefined || !FORBIDS.test(text.slice(Math.max(0, at - 240), at))) return false
  return !TAKES_UP.test(
    after
      .slice(end + 1)
      .split(/[.!?](?=\s)/, 1)[0]!
      .slice(0, 240),
  )
}
