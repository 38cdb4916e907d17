import { isHousekeeping } from './action-weight.ts'
import type { Procedure } from './procedure.ts'
import { cut, quote } from './quote.ts'
import type { Step } from './step.ts'
import { stepText } from './step-text.ts'
import { isVerb, thirdPerson } from './verbs.ts'

/** The first steps that tell most: programs by name, varying files as "files"; a look only where nothing else was done. */
export function summary({ steps }: Procedure): string {
  const commits = steps.some(({ head }) => head === 'RUN git commit')
  const ranked = steps
    .filter(({ head }) => !(commits && head === 'RUN git add'))
    .sort((a, b) => usualness(a) - usualness(b))
  const acts = ranked.filter((step) => usualness(step) < usualness(LOOK))
  const told = (acts.length > 0 ? acts : ranked).slice(0, MAX_STEPS)
  const deeds = steps.flatMap((step) => (told.includes(step) ? (deedOf(step) ?? []) : []))
  const byObject = grouped(deeds.map(({ verb, object }) => [object, verb]))
  const byVerbs = grouped(
    [...byObject].flatMap(([object, verbs]) =>
      object === '' ? [...verbs].map((verb) => [verb, ''] as const) : [[joined([...verbs]), object] as const],
    ),
  )
  const phrases = [...byVerbs].map(([verbs, objects]) => `${verbs} ${joined(withoutProgram([...objects]))}`.trim())
  return joined(phrases, phrases.some((phrase) => phrase.includes(' and ')) ? ', and ' : undefined)
}

function grouped(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, ReadonlySet<string>> {
  const of = new Map<string, Set<string>>()
  for (const [key, value] of pairs) of.set(key, (of.get(key) ?? new Set()).add(value))
  return of
}

/** "a, b and c". */
const joined = (all: readonly string[], last = ' and '): string =>
  [all.slice(0, -1).join(', '), ...all.slice(-1)].filter((part) => part !== '').join(last)

/** Commands of one program, which is named once. */
function withoutProgram(commands: readonly string[]): readonly string[] {
  const program = `${commands[0]?.split(' ')[0]} `
  return commands.every((one) => one.startsWith(program))
    ? commands.map((one, i) => (i === 0 ? one : one.slice(program.length)))
    : commands
}

const MAX_STEPS = 3

/** 0 for a deed of the task's own, more for what many tasks have: what git keeps, housekeeping, looks. */
function usualness({ kind, head }: Pick<Step, 'kind' | 'head'>): number {
  if (kind === 'READ' || kind === 'SEARCH' || kind === 'LIST' || LOOKS.test(head)) return 3
  if (kind !== 'RUN' || !isHousekeeping(head)) return 0
  return /^RUN git (?:commit|merge|pull|checkout|switch)$/.test(head) ? 1 : 2
}
const LOOK = { kind: 'READ', head: 'READ' } as const
const LOOKS =
  /^RUN (?:git (?:status|diff|log|show|branch|fetch|worktree list)|gh auth|ls|cat|pwd|which|head|tail|wc|find|grep|rg)(?= |$)/

interface Deed {
  readonly verb: string
  readonly object: string
}

/** What a step does; undefined for searches and lists. */
function deedOf(step: Step): Deed | undefined {
  const { kind, tool, fields } = step
  if (kind === 'SEARCH' || kind === 'LIST') return undefined
  if (kind === 'CALL') return { verb: 'calls', object: quote(tool ?? '', 40) }
  if (kind === 'RUN') return commandDeed(step.head.slice('RUN '.length))
  if (fields.path?.some((part) => typeof part !== 'string') === true) return { verb: DOES[kind], object: 'files' }
  const [, ...rest] = stepText(step).replaceAll('`', '').split(' ')
  return { verb: DOES[kind], object: cut(rest.join(' '), 70) }
}

/** What everybody calls a command ("builds with docker", "lists pull requests"), else that it is run. */
function commandDeed(head: string): Deed {
  const [program = '', ...words] = head.split(' ')
  const [first = '', last = first] = words.filter((word) => program === 'gh' || word !== 'run')
  if (last === 'test') return TESTS
  if (SAID[head] !== undefined) return SAID[head]
  const noun = program === 'gh' ? GITHUB[first] : undefined
  const verb = last === 'view' ? 'read' : last
  if (noun !== undefined && isVerb(verb)) return { verb: inThirdPerson(verb), object: noun }
  if (ALONE.test(last)) return { verb: inThirdPerson(last), object: `with ${quote(program, 40)}` }
  return { verb: 'runs', object: quote(head, 40) }
}

const inThirdPerson = (verb: string): string => thirdPerson(verb).toLowerCase()

/** Verbs that say enough without an object. */
const ALONE = /^(?:build|deploy|format|install|lint|migrate|publish)$/
/** What gh works on, as people say it. */
const GITHUB: Readonly<Record<string, string>> = { pr: 'pull requests', issue: 'issues', run: 'CI runs' }
const TESTS: Deed = { verb: 'runs', object: 'the tests' }
const SAID: Readonly<Record<string, Deed>> = {
  ...Object.fromEntries(['pytest', 'vitest', 'jest'].map((program) => [program, TESTS])),
  'git commit': { verb: 'commits', object: '' },
  'git push': { verb: 'pushes', object: '' },
  'git pull': { verb: 'pulls', object: '' },
  'git rebase': { verb: 'rebases', object: '' },
  'git checkout': { verb: 'switches', object: 'branches' },
  'git switch': { verb: 'switches', object: 'branches' },
  'git merge': { verb: 'merges', object: 'branches' },
  'gh api': { verb: 'calls', object: 'the GitHub API' },
  'gh pr create': { verb: 'opens', object: 'a pull request' },
  'gh pr merge': { verb: 'merges', object: 'a pull request' },
}
const DOES = { READ: 'reads', EDIT: 'edits', WRITE: 'writes' } as const
