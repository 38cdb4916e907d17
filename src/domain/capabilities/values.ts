import { matchesOf } from '../matches.ts'
import { placesIn } from './places.ts'

const SET =
  /(?:^|[\s;&|(])(?:export\s+|local\s+|readonly\s+|declare\s+(?:-\w+\s+)?)?([A-Za-z_]\w{0,60})=(?:"((?:[^"$`\n]|\$(?=[A-Za-z_])){0,300})"|'([^'\n]{0,300})'|"?\$\{\w{1,60}:[-=]([^"$`}\n]{1,300})\}"?|((?:[^\s"'$`;|&()<>]|\$(?=[A-Za-z_])){0,300}))(?=[\s;&|)]|$)/g

/** What the variables of a shell text are set to, or loop over, without working that out; a default counts as set. */
export function valuesIn(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const add = (name: string, values: readonly string[]) =>
    found.set(name, [...new Set([...(found.get(name) ?? []), ...values])].slice(0, MOST))
  for (const { 1: name = '', 2: a, 3: b, 4: c, 5: d = '' } of matchesOf(SET, text)) add(name, [a ?? b ?? c ?? d])
  for (const { 1: name = '', 2: list = '' } of matchesOf(LOOP, text)) add(name, list.trim().split(/\s+/))
  return found
}
const LOOP = /\bfor\s+(\w{1,40})\s+in\s+([\w./@~$ -]{2,400})(?:;|\n)/g
/** Values of one variable that are looked at. */
export const MOST = 40

/** Words with the variables in them replaced by their one value, or by each of so many. */
export const valued = (words: readonly string[], values: ReturnType<typeof valuesIn>, most = 1): readonly string[] =>
  values.size === 0
    ? words
    : words.flatMap((word) => {
        const known = (plain?: string, braced?: string) => {
          const all = values.get(plain ?? braced!) ?? []
          return all.length > most ? [] : all
        }
        let ways = 1
        for (const [, ...names] of matchesOf(VARIABLE, word)) ways = Math.max(ways, known(...names).length)
        return Array.from({ length: ways }, (_, way) =>
          word.replace(VARIABLE, (all, ...[plain, braced]: string[]) => {
            const each = known(plain, braced)
            return each[way % each.length] ?? all
          }),
        )
      })
const VARIABLE = /\$(?:(\w{1,60})|\{(\w{1,60})(?::[-=][^}\n]{0,200})?\})/g

const TAKEN = /(?:^|[\s;&|(])([A-Za-z_]\w{0,60})=["']?(?:\$\(|`)([^\n]{1,300})/g

/** The variables of a shell text that hold keys, a file with keys, or the whole environment. */
export function secretsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { 1: name = '', 2: source = '' } of matchesOf(TAKEN, text))
    if (SOURCE.test(source) || placesIn(source).some(({ kind }) => kind === 'secrets')) found.add(name)
  return found
}
const SOURCE = /^\s?(?:env|printenv|set|export -p)\s?[|)]|\bauth token\b|\$\{?[A-Z_]{0,40}(?:TOKEN|SECRET|PASSWORD)/
