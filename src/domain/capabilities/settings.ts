import { matchesOf } from '../matches.ts'
import { redactText } from '../redact.ts'
import { type Assignment, assignment, assignmentsIn, cut, type Form, isTooDeep } from './assignments.ts'
import { KNOWN } from './programs.ts'
import type { Add } from './said.ts'

/** A word that names a file of settings by its ending, its folder, or how such files are called. */
const FILE =
  /(?<![\w./@-])(?:[\w.~@{}$<>-]{1,60}\/){0,8}(?:[\w.-]{0,60}\.(?:json[c5]?|ya?ml|toml|ini|cfg|cnf|conf|config|properties|env|plist|xml|service|timer|rules|tfvars|tf|hcl|nix|kdl|cue|[\w-]{0,20}ignore)|\.(?:env(?:\.\w{1,20})?|[a-z][\w-]{0,30}(?:rc|config|attributes|properties|hgrc))|CODEOWNERS|OWNERS|authorized_keys|known_hosts|sudoers|hosts|crontab|config)(?![\w/-]|\.\w)/g
/** Files of these endings hold no settings of a program that is there. */
const NO_SETTINGS = /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|SKILL\.md)$|\.lock$/

/** The files that are named beside a block of code: by its heading, and by what stands right before it. */
export interface Beside {
  readonly heading?: string | undefined
  readonly file?: string | undefined
  /** Whether what stands right before it has something set by it. */
  readonly sets?: boolean
}

/** What is named beside what comes behind a paragraph or a heading. */
export function besideFrom(prose: string, before: Beside): Beside {
  const heading = /^\s*#/.test(prose) ? settingsFileIn(prose) : before.heading
  const last = prose.split(/\n[ \t]{0,12}(?:[-*+]|\d{1,3}[.)])\s|[.!?]\s+/).at(-1)!
  return {
    heading,
    file: settingsFileIn(prose.split(/\n[ \t]{0,12}(?:[-*+]|\d{1,3}[.)])\s/).at(-1)!) ?? heading,
    sets: SETS.test(last) && !ANSWERS.test(last),
  }
}
const SETS =
  /\b(?:set|put|add|append|write|save|store|apply|change|update|edit|insert|paste|configure|enable|create|use|merge|replace|install)\b/i
const ANSWERS =
  /\b(?:returns?|response|answers?|output|looks?\s+like|request|payload|body|results?|prints?|format|schema|example|sample|post|message)\b/i

/** The file of settings that a text names last; undefined for none. */
function settingsFileIn(text: string): string | undefined {
  let last: string | undefined
  for (const [file] of matchesOf(FILE, text)) if (isSettingsFile(file)) last = file
  return last
}

/** Whether a path is one of a file of settings. A bare word that is English too is none. */
export const isSettingsFile = (path: string): boolean =>
  !/^(?:hosts|config|crontab)$/.test(path) && !NO_SETTINGS.test(path) && path.match(FILE)?.[0] === path

// biome-ignore format: a row a line
const FORMS: readonly (readonly [RegExp, Form])[] = [
  [/(?:^|\.)json[c5]?$/, 'json'],
  [/(?:^|\.)ya?ml$/, 'yaml'],
  [/(?:^|\.)(?:xml|plist)$/, 'xml'],
  [/(?:^|\.)(?:toml|ini|properties|conf|cfg|editorconfig|gitconfig|systemd|desktop|hcl|terraform|tf|nix|kdl|cue)$/, 'lines'],
]
const formOf = (name: string): Form | undefined => FORMS.find(([pattern]) => pattern.test(name))?.[1]

/** What settings a text has written into a file, each with its value. */
export function settingsSay(text: string, file: string, add: Add, language = ''): void {
  const form = formOf(language) ?? formOf(file) ?? (/^\s*[[{]\s*["{}\]\n/]/.test(text) ? 'json' : 'lines')
  if (form === 'json' && isTooDeep(text)) add('unread', `${file}, settings within settings`, 0)
  else for (const one of assignmentsIn(text, form)) writes(one, file, add)
}

/** Says that a setting is written, with its words, in which no secret stands. */
export const writes = ({ says, at }: Pick<Assignment, 'says' | 'at'>, file: string, add: Add): void =>
  add(
    'writes',
    `\`${redactText(says).text.replaceAll('`', "'")}\` into ${file.length > 40 ? `…${file.slice(-39)}` : file}`,
    at,
  )

/** What a block of code in a text has written, where it is of settings: by the file named beside it, else by its language. */
export function settingsBlockSays(text: string, language: string, beside: Beside, add: Add): void {
  const [first = ''] = text.split('\n', 1)
  const within = COMMENTED.test(first) ? settingsFileIn(first) : undefined
  const form = formOf(language)
  if (
    form === undefined &&
    !/^(?:text|txt|plain(?:text)?|conf|nginx|apache|gitignore|codeowners|properties|dotenv|env)?$/.test(language)
  )
    return
  const isSet = isSettings(form, text, language) || (form !== undefined && beside.sets === true)
  const file = within ?? beside.file ?? (isSet ? `a file of ${language}` : undefined)
  if (file !== undefined && (form !== undefined || !isCommands(text))) settingsSay(text, file, add, language)
}
/** JSON is what programs are asked and answer, too, unless it says what it is. */
const isSettings = (form: Form | undefined, text: string, language: string): boolean =>
  form !== undefined && (form !== 'json' || language !== 'json' || text.includes('"$schema"'))
const COMMENTED = /^\s*(?:#|\/\/|;|--|\/\*|<!--)/
const isCommands = (text: string): boolean =>
  text.split('\n').some((line) => KNOWN.has(/^\s*(?:\$ )?(\S*)/.exec(line)![1]!))

/** A span of code that is nothing but a setting, in a sentence that names its file. */
export function settingSpanSays(span: string, sentence: string, add: Add): void {
  const clause = sentence.split(/;\s/).find((part) => part.includes(span)) ?? ''
  const file = settingsFileIn(clause.replaceAll(span, ' '))
  if (file !== undefined && SPAN.test(span)) writes({ says: cut(span, 64), at: 0 }, file, add)
}
const SPAN = /^["']?[\w.$@/*-]{2,80}["']?(?:\s{0,4}=\s{0,4}|\s{0,4}:\s{1,4})\S[^\n]{0,200}$/

/** Rows of a table that set a name beside its value. */
export function settingRowsSay(prose: string, file: string | undefined, add: Add): void {
  const rows = [...matchesOf(ROW, prose)].map(({ index, 1: key = '', 2: quoted, 3: value = quoted ?? '' }) =>
    assignment([key], value, index),
  )
  for (const row of rows) writes(row, file ?? 'settings (a table)', add)
}
const ROW =
  /^\s{0,8}\|\s{0,4}`?([\w-]{0,40}[A-Za-z\d][._][A-Za-z][\w./:@*-]{1,100}|[a-z]+[A-Z]\w{1,60})`?\s{0,20}\|\s{0,4}`?(?:(?<=`)([^`|\s]{1,100})|([\d.]{1,12} ?\w{0,3}|true|false|on|off))`?\s{0,40}\|/gm

/** The files of settings that a program writes by its calls, named there or in the value that they are given. */
export function filesSetBy(code: string, add: Add): void {
  const named = new Map<string, string>()
  for (const { 1: name = '', 2: file = '' } of matchesOf(NAMED, code)) if (isSettingsFile(file)) named.set(name, file)
  for (const { index, 1: receiver, 2: given = '', 3: opened, 4: mode } of matchesOf(WRITES, code)) {
    if (opened !== undefined && mode === undefined) continue
    const place = receiver ?? opened ?? given
    const file = /["'`]([^"'`]+)["'`]/.exec(place)?.[1] ?? named.get(/\w+/.exec(place)?.[0] ?? '') ?? ''
    if (isSettingsFile(file)) add('writes', `${file}, by its code`, index)
  }
}
const NAMED = /\b([A-Za-z_]\w{0,60})(?:\s?:\s?\w{1,20})?\s?:?=\s?[^"'`\n]{0,80}["'`]([^"'`\n]{1,120})["'`]/g
const WRITES =
  /([\w.("'/ -]{1,120}?\)?)\.write_(?:text|bytes)\(|\b(?:writeFile(?:Sync)?|WriteFile|File\.write|outputFile(?:Sync)?|writeJson(?:Sync)?)\(\s?([^,\n]{1,120}),|\bopen\(\s?([^,\n]{1,120}),\s?(?:mode=)?["']([wa])/g
