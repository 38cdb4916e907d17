import { parse, type Script } from 'unbash'
import type { Procedure } from '../../../src/domain/draft/procedure.ts'
import type { Slot } from '../../../src/domain/draft/slots.ts'
import type { Step } from '../../../src/domain/draft/step.ts'
import type { TurnTrajectory } from '../../../src/domain/turn.ts'

/**
 * Steps of a procedure whose command, filled with what some run had, is no command of that run, or does not parse.
 * Knows nothing of how steps are drawn: the commands of a run are the pieces of its lines that the parser sees.
 */
export function falseCommands(procedure: Procedure): readonly string[] {
  return procedure.steps.flatMap((step) => {
    const { command } = step.fields
    if (step.kind !== 'RUN' || command === undefined) return []
    // A run's own text may be cut; what is shown may not.
    const shown = command.map((part) => (typeof part === 'string' ? part : 'x')).join('')
    if (errors(shown) > 0) return [`does not parse: ${shown}`]
    return step.runs.flatMap((rank) => {
      const typed = commandsOf(procedure.runs[rank]!.turn)
      const filled = fillings(step, rank)
      return filled.some((text) => typed.has(plain(text)))
        ? []
        : [`run ${rank} never ran ${filled[0]}; it ran ${[...typed].slice(0, 40).join(' ¦ ')}`]
    })
  })
}

/** Commands that all runs ran, by program and subcommand, and of which neither a step nor a reason tells. */
export function lostCommands({ runs, steps, dropped }: Procedure): readonly string[] {
  const told = new Set([
    ...steps.map(({ head }) => head),
    ...dropped.flatMap(({ actions }) => actions.map(({ head }) => head)),
  ])
  return sharedHeads(runs).filter((head) => !told.has(head))
}

/** Of the commands that all runs ran, how many stand in a step. */
export function standing({ runs, steps }: Procedure): { readonly shared: number; readonly stand: number } {
  const shared = sharedHeads(runs)
  return { shared: shared.length, stand: shared.filter((head) => steps.some((step) => step.head === head)).length }
}

function sharedHeads(runs: Procedure['runs']): readonly string[] {
  const [first = new Set<string>(), ...rest] = runs.map(
    ({ groups }) => new Set(groups.flatMap(({ head }) => (head.startsWith('RUN ') ? [head] : []))),
  )
  return [...first].filter((head) => rest.every((heads) => heads.has(head)))
}

/** Steps that call a tool of which some run made no such call, whatever it had in place of the placeholders. */
export function falseCalls(procedure: Procedure): readonly string[] {
  return procedure.steps.flatMap(({ kind, tool, fields, runs }) => {
    if (kind !== 'CALL') return []
    const holds = (rank: number, input: Readonly<Record<string, unknown>>) =>
      Object.entries(fields).every(([name, template]) => {
        const given = input[name] ?? ''
        const text = typeof given === 'string' ? given : JSON.stringify(given)
        return template.some((part) => typeof part !== 'string')
          ? template.some((part) => typeof part !== 'string' && (text === '' || part.values.get(rank)?.includes(text)))
          : template.join('') === text
      })
    return runs
      .filter((rank) => {
        const calls = (procedure.runs[rank]!.turn.toolCalls ?? []).filter(({ name }) => name === tool)
        return !calls.some(({ input }) => holds(rank, (input ?? {}) as Record<string, unknown>))
      })
      .map((rank) => `run ${rank} never called ${tool} so: ${JSON.stringify(fields)}`)
  })
}

const errors = (text: string): number => parse(text).errors?.length ?? 0

/** The command with every choice of the values that a run had; a slot that the run left empty is nothing. */
function fillings(step: Step, rank: number): readonly string[] {
  const template = step.fields.command!
  const slots = [...new Set(template.filter((part): part is Slot => typeof part !== 'string'))]
  let texts = [
    template.map((part) => (typeof part === 'string' ? part : `\u0000${slots.indexOf(part)}\u0000`)).join(''),
  ]
  for (const [i, slot] of slots.entries()) {
    const values = slot.values.get(rank) ?? ['']
    texts = texts
      .flatMap((text) => values.map((value) => text.replaceAll(`\u0000${i}\u0000`, () => value)))
      .slice(0, 5_000)
  }
  return texts
}

/** Every command, pipeline and compound of the shell lines of a turn, and what is left of it without plumbing. */
function commandsOf(turn: TurnTrajectory): ReadonlySet<string> {
  const all = new Set<string>()
  for (const { input } of turn.toolCalls ?? []) {
    const found = new Set<string>()
    const { command, cmd, workdir } = (input ?? {}) as { command?: unknown; cmd?: unknown; workdir?: string }
    const line = command ?? cmd
    if (typeof line === 'string') collect(line, found)
    else if (Array.isArray(line)) {
      for (const word of line) if (typeof word === 'string') collect(word, found)
      collect(
        line
          .map((word) => (/^[\w@%+=:,./~-]+$/.test(word) ? word : `'${String(word).replaceAll("'", "'\\''")}'`))
          .join(' '),
        found,
      )
    }
    for (const text of found) for (const dir of [turn.projectDir, workdir]) all.add(plain(inFolder(text, dir)))
  }
  return all
}

/** The command as it is where it runs in that folder. */
const inFolder = (text: string, projectDir: string | undefined): string =>
  projectDir === undefined ? text : text.replaceAll(`${projectDir}/`, '').replaceAll(projectDir, '.')

/** `bash -c` in `bash -c`: a script within a word, a few times at most. */
const MAX_NESTED = 3

function collect(line: string, found: Set<string>, nested = 0): void {
  if (nested > MAX_NESTED) return
  const visit = (node: unknown, source: string): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) {
      for (const one of node) visit(one, source)
      return
    }
    const { type, pos, end } = node as { type?: string; pos?: number; end?: number }
    if (pos !== undefined && end !== undefined && type !== undefined && !/Word|Literal|Quoted/.test(type)) {
      found.add(source.slice(pos, end))
      const stages = (node as { commands?: readonly { pos: number; end: number }[] }).commands
      if (type === 'Pipeline') for (const stage of stages!) found.add(source.slice(pos, stage.end))
    }
    if (type === 'Word' && /\s/.test((node as { value: string }).value))
      collect((node as { value: string }).value, found, nested + 1)
    for (const child of Object.values(node)) visit(child, source)
  }
  visit(parse(line) as Script, line)
}

/** Without blanks that say nothing, and without what only says how to run or show it. */
function plain(text: string): string {
  return text
    .replace(/\\\n|\s+/g, ' ')
    .replace(/ ?(?:2>&1|[&12]?> ?\/dev\/null)/g, '')
    .replace(/(^|\| )(?:(?:time|command|exec|nohup|nice -n \d+|timeout \S+|stdbuf \S+) )+/g, '$1')
    .replace(/ ?([&|]{1,2}|\d*[<>]{1,3}) ?/g, ' $1 ')
    .replace(/\/(?:Users|home)\/[^/\s"']+/g, '~')
    .replace(/\s+/g, ' ')
    .replace(/(?:\.\/)?node_modules\/\.bin\//g, '')
    .trim()
}
