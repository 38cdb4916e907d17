import { matchesOf } from '../matches.ts'
import { remembered } from '../remembered.ts'
import { textsOf } from '../safety/texts-of.ts'
import type { TurnTrajectory } from '../turn.ts'
import { type Capability, doneAs, type Kind } from './capability.ts'
import { WORDS_IN } from './language.ts'
import { capabilitiesOf } from './look.ts'

/** What a draft waits for a look for, whatever its runs did. */
const ALWAYS: ReadonlySet<Kind> = new Set([
  'unread',
  'follows_text',
  'live',
  'agent_settings',
  'secrets',
  'background',
  'writes_outside',
])

type Files = ReadonlyMap<string, string | Uint8Array>

/**
 * What a draft can do beyond its project and beyond the programs, hosts and remotes of the runs that it was drawn from;
 * empty for one that may be offered before a look.
 */
export function beyondItsRuns(files: Files, runs: readonly TurnTrajectory[]): readonly Capability[] {
  const texts = runs.map(({ toolCalls = [] }) => toolCalls.flatMap(({ input }) => textsOf(input)))
  const named = runs.flatMap((run, i) => foldersOf(run, texts[i]!.join('\n')))
  const folders = new Set(named.flatMap((folder) => [folder, folder.replace(HOME, '~')]))
  const own = [...files].map(([path, text]) => [path, typeof text === 'string' ? within(text, folders) : text] as const)
  const lines = (files.get('SKILL.md') ?? '').toString().split('\n')
  // A request that is quoted names programs and remotes, and has none run.
  const isQuoted = ({ kind, line }: Capability) =>
    (kind === 'runs' || kind === 'acts_on_remote' || kind === 'says') &&
    (/^(?:- "|description: )/.test(lines[line - 1] ?? '') ||
      (kind === 'runs' && isArgument(lines[line - 1] ?? '', lines)))
  const copies = workingCopies(texts.flat())
  const isInProject = ({ kind, what }: Capability) =>
    IN_PROJECT.test(what) || (kind === 'writes_outside' && copies.some((copy) => liesIn(what, copy)))
  const more = withoutTongue(canDo(new Map(own))).filter((one) =>
    ALWAYS.has(one.kind) ? !isInProject(one) : one.kind !== 'deletes' && !isQuoted(one),
  )
  const undone = notIn(texts.flat(), new Set(more.filter(({ kind }) => !ALWAYS.has(kind)).map(sort)))
  return more.filter((one) => ALWAYS.has(one.kind) || undone.has(sort(one)))
}

/** Whether a line lists the values of an input, which no step begins a command with: they are arguments. */
function isArgument(line: string, lines: readonly string[]): boolean {
  const [, input] = /^- `(<[\w-]{1,40}>)`: /.exec(line) ?? []
  return input !== undefined && !lines.some((other) => other !== line && other.includes(`\`${input}`))
}

/** Whether a path lies in a folder; of one that is cut short, what is left of it has to tell the folder from others. */
const liesIn = (path: string, folder: string): boolean =>
  `${path}/`.startsWith(`${folder}/`) || (/^~(?:\/[^/]{2,}){3,}…$/.test(path) && folder.startsWith(path.slice(0, -1)))

/** Those of the sorts that none of the runs' texts does; no more texts are read than that takes, likely ones first. */
function notIn(texts: readonly string[], sorts: Set<string>): ReadonlySet<string> {
  const all = [...new Set(texts)].map((text) => ({ text, lower: text.toLowerCase() }))
  const isIn = (one: string, { lower }: { lower: string }) => lower.includes(one.split(' ').at(-1)!.toLowerCase())
  const likely = [...sorts].flatMap((one) => all.filter((text) => isIn(one, text)))
  for (const each of new Set([...likely, ...all]))
    if ([...sorts].some((one) => !IS_NAME.test(one) || isIn(one, each)))
      for (const done of doneBy(each.text)) sorts.delete(done)
  return sorts
}

/** A program or host is used by no text that does not hold its name; where one only builds that, the draft waits. */
const IS_NAME = /^(?:runs|reaches) [\w.:@/-]+$/

/**
 * What a text of a run does: each by itself, since one that ends in the middle of a quotation, or a long one, hides nothing of
 * the others.
 */
const doneBy = remembered((text: string) => capabilitiesOf(new Map([['run.sh', text]])).map(sort))

/** What files can do, what they show as an example included: what they mark as not to be done waits like what they do. */
const canDo = (files: Files): readonly Capability[] => capabilitiesOf(files).map(doneAs)

/** What can be done by files beyond their project, or beyond what is done every day. */
export const abilitiesOf = (files: Files): readonly Capability[] =>
  canDo(files).filter(({ kind }) => kind !== 'runs' && kind !== 'deletes')

/** What a person does not see in a skill of their own, what acts by itself, and keys beside a way out: it waits for a look once. */
export const unseenIn = (files: Files): readonly Capability[] => {
  const all = withoutTongue(canDo(files))
  const leaves = all.some(({ kind, what }) => kind === 'acts_on_remote' && what.startsWith('send data'))
  return all.filter(
    ({ kind, what }) =>
      kind === 'unread' ||
      kind === 'follows_text' ||
      isActing(kind, what) ||
      (leaves && kind === 'secrets' && isStore(what)),
  )
}

/** Keys that are not those of one service, which what is sent there may need. */
const isStore = (what: string): boolean => !what.startsWith('$') || what.includes('/')

/** Without the language that a person's own words are in. */
const withoutTongue = (all: readonly Capability[]): readonly Capability[] =>
  all.filter(({ kind, what }) => kind !== 'unread' || !what.startsWith(WORDS_IN))

const isActing = (kind: Kind, what: string): boolean =>
  kind === 'live' && !/^(?:allowed|\$ARGUMENTS|\{\{args)/i.test(what)

/** What a host runs for a project when it is pushed is a file of the project like any other. */
const IN_PROJECT = /^(?:\.\/)?(?:\.github\/workflows(?:\/[\w.-]*)?|\.gitlab-ci\.yml)$/

/** Packages and remotes are compared by what they are asked of: their names differ from run to run. */
const sort = ({ kind, what }: Capability): string =>
  kind === 'acts_on_remote' ? kind : `${kind} ${/\((\w+)\)$/.exec(what)?.[1] ?? what}`

/** Two folders below a home, neither of them hidden: where people keep their projects. */
const WORKPLACE = /(?:~|\/home\/[\w.-]{1,60}|\/Users\/[\w.-]{1,60})\/\w[\w.-]{0,80}\/\w[\w.-]{0,80}(?=[/\s"']|$)/gm

/** The folders that are a run's project: its own, or, where no call names that, the one that most of them name. */
function foldersOf(
  { projectDir, project = projectDir, toolCalls = [] }: TurnTrajectory,
  text: string,
): readonly string[] {
  const told = [projectDir, project].filter((folder) => folder !== undefined)
  if (told.some((folder) => text.includes(folder))) return told
  const named = new Map<string, number>()
  for (const [folder] of [
    ...matchesOf(WORKPLACE, text),
    ...toolCalls.flatMap(({ cwd }) => cwd?.match(WORKPLACE) ?? []).map((one) => [one]),
  ])
    if (folder !== undefined) named.set(folder, (named.get(folder) ?? 0) + 1)
  const [most] = [...named].toSorted(([, a], [, b]) => b - a)
  return most === undefined ? told : [...told, most[0]]
}

/** The folders in which runs used git, at least two below a home: clones and worktrees of their project, wherever they lie. */
const workingCopies = (texts: readonly string[]): readonly string[] => [
  ...new Set(
    texts.flatMap((text) =>
      [...matchesOf(USES_GIT, text)].map(([, entered, given]) =>
        (entered ?? given)!.replace(HOME, '~').replace(/\/$/, ''),
      ),
    ),
  ),
]
const HOME = /^\/(?:home|Users)\/[\w.-]{1,60}(?=\/)/
const DEEP = '((?:~|\\/(?:home|Users)\\/[\\w.-]{1,60})(?:\\/[\\w.#@+-]{1,80}){2,12})\\/?'
const USES_GIT = new RegExp(`\\bcd ["']?${DEEP}["']? ?(?:&&|;) ?git |\\bgit -C ["']?${DEEP}["' ]`, 'g')

/** A text with the paths of these folders as they are from within; a worktree's folder lies beside and begins the same. */
const within = (text: string, folders: ReadonlySet<string>): string =>
  [...folders].reduce((rest, folder) => rest.replaceAll(folder, '.'), text)
