import type { Action } from './actions.ts'
import type { Template } from './fields.ts'
import { impersonal } from './impersonal.ts'
import type { Check, DroppedStep, Pitfall, Step } from './procedure.ts'
import { code, fence, inertCode } from './quote.ts'
import type { Slot } from './slots.ts'

/** A step as a sentence of Markdown, without number or support; `again` when the same step came before. */
export function stepText(step: Step, again = false): string {
  const repeated = again ? ' again' : ''
  if (step.kind === 'RUN') return `Run ${commandText(step)}${repeated}${perEach(step)}`
  if (step.kind === 'CALL') return `Call ${code(step.tool ?? '')}${repeated}${perEach(step)}${inputsText(step)}`
  const { path = ['.'], pattern } = step.fields
  if (step.kind === 'SEARCH' || step.kind === 'LIST') return lookText(step.kind, pattern, path)
  return `${VERBS[step.kind]} ${step.each && path.some(isSlot) ? 'each ' : ''}${shown(path)}${repeated}`
}

/** Steps as numbered lines would show them: one sentence, and the step whose support it has. */
export interface StepLine {
  readonly text: string
  readonly step: Step
}

/** The steps as sentences in their order; neighbours that differ in one fixed input are one sentence. */
export function stepLines(steps: readonly Step[]): readonly StepLine[] {
  const seen = new Set<string>()
  return inRows(steps).map((row) => {
    const step = row[0]!
    if (row.length > 1) return { text: rowText(row), step }
    const plain = stepText(step)
    const again = seen.has(plain)
    seen.add(plain)
    return { text: again ? stepText(step, true) : plain, step }
  })
}

/** Longest list of fixed inputs in one sentence. */
const MAX_ROW = 6

function inRows(steps: readonly Step[]): readonly (readonly Step[])[] {
  const rows: Step[][] = []
  for (const step of steps) {
    const row = rows.at(-1)
    const name = row === undefined || row.length >= MAX_ROW ? undefined : variedField(row[0]!, step)
    if (row !== undefined && name !== undefined && (row.length === 1 || variedField(row[0]!, row[1]!) === name))
      row.push(step)
    else rows.push([step])
  }
  return rows
}

/** The one fixed input in which two steps of the same runs differ; undefined when they differ in anything else. */
function variedField(a: Step, b: Step): string | undefined {
  if (a.kind !== b.kind || a.tool !== b.tool || !/^(READ|EDIT|WRITE|CALL)$/.test(a.kind)) return undefined
  if (a.runs.join() !== b.runs.join() || Object.keys(a.fields).join() !== Object.keys(b.fields).join()) return undefined
  const varied = Object.keys(a.fields).filter((name) => whole(a.fields[name]!) !== whole(b.fields[name]!))
  const [name] = varied
  const fixed = name !== undefined && [a, b].every(({ fields }) => !fields[name]!.some(isSlot))
  return varied.length === 1 && fixed ? name : undefined
}

function rowText(row: readonly Step[]): string {
  const [first, second] = [row[0]!, row[1]!]
  const name = variedField(first, second)!
  const values = row.map(({ fields }) => shown(fields[name]!)).join(', ')
  if (first.kind !== 'CALL') return `${VERBS[first.kind as keyof typeof VERBS]} ${values}`
  const { [name]: _, ...rest } = first.fields
  return `Call ${code(first.tool ?? '')} for ${code(name, 40)} ${values}${inputsText({ ...first, fields: rest })}`
}

function lookText(kind: 'SEARCH' | 'LIST', pattern: Template | undefined, path: Template): string {
  const here = whole(path) === '.'
  const where = here ? '' : ` in ${shown(path)}`
  if (kind === 'SEARCH') return `Search for ${shown(pattern ?? [''])}${where}`
  if (pattern !== undefined) return `List files matching ${shown(pattern)}${where}`
  return `List ${here ? 'the project folder' : shown(path)}`
}

const VERBS = { READ: 'Read', EDIT: 'Edit', WRITE: 'Write' } as const

/** The command of a RUN step and where it runs. */
export function commandText({ fields }: Pick<Step, 'fields'>): string {
  const dir = fields.dir === undefined ? '' : ` in ${shown(fields.dir)}`
  return `${shown(fields.command ?? [''])}${dir}`
}

/** A placeholder with what it was in the runs. */
export function slotText(slot: Slot): string {
  const seen = distinct(slot)
  const some = seen.slice(0, MAX_SEEN).map((text) => code(impersonal(text), 60))
  return `\`<${slot.name}>\`: ${place(seen)}${some.join(', ')}${seen.length > MAX_SEEN ? ` and ${seen.length - MAX_SEEN} more` : ''}`
}

/** Seen values that are named in SKILL.md; the rest is in the evidence. */
const MAX_SEEN = 3

/** Every value once, one of each run first. */
export function distinct(slot: Slot): readonly string[] {
  const lists = [...slot.values.values()]
  const longest = Math.max(0, ...lists.map((list) => list.length))
  const rounds = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1)))
  return [...new Set(rounds.flat())]
}

/** Where files lie and of which sort they are, when all agree. */
function place(paths: readonly string[]): string {
  if (!paths.every((path) => /^[^\s:]*[\w-]\.\w+$/.test(path))) return 'seen: '
  const sorts = new Set(paths.map((path) => path.slice(path.lastIndexOf('.'))))
  const folders = paths.map((path) => path.split('/').slice(0, -1))
  let depth = 0
  while (folders.every((parts) => parts[depth] !== undefined && parts[depth] === folders[0]![depth])) depth++
  const sort = sorts.size === 1 ? `${code([...sorts][0]!)} files` : 'files'
  const under = depth === 0 ? '' : ` under ${code(`${folders[0]!.slice(0, depth).join('/')}/`)}`
  return sort === 'files' && under === '' ? 'seen: ' : `${sort}${under}; seen: `
}

/** Why a command failed is not told: the pair says enough, and output is not ours to pass on. */
export function pitfallText({ failed, instead, runs }: Pitfall): string {
  return `${actionText(failed)} failed; ${actionText(instead)} worked ${runs.length === 1 ? '(seen once)' : `(in ${runs.length} runs)`}`
}

export function checkText({ step, masked }: Check, runs: number): string {
  const check = `${commandText(step)} exits 0 ${support(step.runs, runs)}`
  if (masked.length === 0) return check
  const often =
    masked.length === step.runs.length ? 'every time' : masked.length === 1 ? 'once' : `${masked.length} times`
  return `${check}; a pipe hid its exit status ${often}: run it by itself`
}

export const support = (shownBy: readonly number[], runs: number): string => `[${shownBy.length}/${runs}]`

/** One action as it was. */
export function actionText(action: Action): string {
  if (action.kind === 'RUN') {
    const { argv, dir, env } = action.input as { argv: readonly string[]; dir?: string; env?: readonly string[] }
    const where = dir === undefined ? '' : ` in ${code(impersonal(dir), 60)}`
    return `${code(impersonal([...(env ?? []), ...argv].map(word).join(' ')))}${where}`
  }
  if (action.kind === 'CALL') return code(impersonal(`${action.head.slice(5)} ${JSON.stringify(action.input)}`))
  const { path, pattern } = action.input as { path?: string; pattern?: string }
  return `${action.kind.toLowerCase()} ${code(impersonal([pattern, path].filter((text) => text !== undefined).join(' in ')))}`
}

export const droppedText = ({ actions }: DroppedStep): string =>
  [...new Set(actions.map(actionText))].slice(0, 4).join(', ')

/** Programs that the steps need, beyond what every machine has. */
export function programs(steps: readonly Step[]): readonly string[] {
  const named = steps.flatMap(({ kind, fields }) => {
    const first =
      kind === 'RUN' ? fields.command?.find((part) => typeof part === 'string' && !/^\w+=/.test(part)) : undefined
    return typeof first === 'string' && /^[\w.+-]+$/.test(first) && !EVERYWHERE.has(first) ? [first] : []
  })
  return [...new Set(named)]
}

const EVERYWHERE = new Set('git rm cp mv mkdir touch chmod ln ps kill curl diff test which bash sh make'.split(' '))

const isSlot = (part: string | Slot): part is Slot => typeof part !== 'string'

/** A word of a command as it would be typed: quoted where the shell would split it. */
const word = (text: string): string => (/^[^\s"'|&;()<>*?#]+$/.test(text) ? text : `'${text.replaceAll("'", '’')}'`)

/** A template as inline code. */
const shown = (template: Template): string => fence(whole(template))

const whole = (template: Template): string =>
  template
    .map((part) => (isSlot(part) ? `<${part.name}>` : inertCode(impersonal(part === ' ' ? part : typed(part)))))
    .join('')

/** Spaces inside one constant are part of a word. */
const typed = (part: string): string =>
  /\s/.test(part) && !/^\s*$/.test(part) ? `'${part.replaceAll("'", '’')}'` : part

function perEach(step: Step): string {
  const names = [...new Set(Object.values(step.fields).flat().filter(isSlot))]
  return step.each && names.length > 0 ? ` for each \`<${names[0]!.name}>\`` : ''
}

function inputsText(step: Step): string {
  const inputs = Object.entries(step.fields).map(([name, value]) => `${code(name, 40)} ${shown(value)}`)
  return inputs.length === 0 ? '' : ` with ${inputs.join(', ')}`
}
