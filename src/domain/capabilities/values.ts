import { matchesOf } from '../matches.ts'
import { placesIn } from './places.ts'

const SET =
  /(?:^|[\s;&|(])(?:export\s+|local\s+|readonly\s+|declare\s+(?:-\w+\s+)?)?([A-Za-z_]\w{0,60})=(?:"([^"$`\n]{0,300})"|'([^'\n]{0,300})'|"?\$\{\w{1,60}:[-=]([^"$`}\n]{1,300})\}"?|([^\s"'$`;|&()<>]{0,300}))(?=[\s;&|)]|$)/g

/** The variables of a shell text that it sets to one value, without working that out; a default counts as one. */
export function valuesIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const twice = new Set<string>()
  for (const { 1: name = '', 2: a, 3: b, 4: c, 5: d = '' } of matchesOf(SET, text)) {
    const value = a ?? b ?? c ?? d
    if (found.has(name) && found.get(name) !== value) twice.add(name)
    found.set(name, value)
  }
  for (const name of twice) found.delete(name)
  return found
}

/** Words with the variables in them replaced, as far as they are known. */
export const valued = (words: readonly string[], values: ReadonlyMap<string, string>): readonly string[] =>
  values.size === 0
    ? words
    : words.map((word) =>
        word.replace(
          /\$(?:(\w{1,60})|\{(\w{1,60})(?::[-=][^}\n]{0,200})?\})/g,
          (all, plain?: string, braced?: string) => values.get(plain ?? braced!) ?? all,
        ),
      )

const TAKEN = /(?:^|[\s;&|(])([A-Za-z_]\w{0,60})=["']?(?:\$\(|`)([^\n]{1,300})/g

/** The variables of a shell text that hold keys, a file with keys, or the whole environment. */
export function secretsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { 1: name = '', 2: source = '' } of matchesOf(TAKEN, text))
    if (SOURCE.test(source) || placesIn(source).some(({ kind }) => kind === 'secrets')) found.add(name)
  return found
}
const SOURCE = /^\s?(?:env|printenv|set|export -p)\s?[|)]|\bauth token\b|\$\{?[A-Z_]{0,40}(?:TOKEN|SECRET|PASSWORD)/

/** What stands for the words of a loop over them: `for d in aws kube; do tar c ~/.$d`. */
export function loopedIn(text: string): readonly string[] {
  const found: string[] = []
  for (const { 1: name = '', 2: list = '', index } of matchesOf(LOOP, text))
    for (const { 0: word, 1: plain, 2: braced } of matchesOf(WITH_VARIABLE, text.slice(index, index + 2_000)))
      if ((plain ?? braced) === name)
        for (const value of list.trim().split(/\s+/).slice(0, 40))
          found.push(word.replace(/\$(?:\w+|\{\w+\})(?=[^$]*$)/, value).replace(/^["']/, ''))
  return found
}
const LOOP = /\bfor\s+(\w{1,40})\s+in\s+([\w./@ -]{2,400})(?:;|\n)/g
const WITH_VARIABLE = /[^\s;|&()]{0,80}?\$(?:(\w{1,40})|\{(\w{1,40})\})(?=["'\s/;)]|$)/g
