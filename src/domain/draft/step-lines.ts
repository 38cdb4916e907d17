import { code } from './quote.ts'
import type { Step } from './step.ts'
import { blockCommand, callText, repeatText, stepText, VERBS } from './step-text.ts'
import { isSlot, shown, whole } from './template.ts'

/** The sentence for one or more steps, and the step whose support is shown. */
export interface StepLine {
  readonly text: string
  readonly step: Step
  /** A command that stands in a block behind the sentence. */
  readonly block?: string
}

/** The steps as sentences, in order; adjacent steps that differ in one fixed input share a sentence. */
export function stepLines(steps: readonly Step[]): readonly StepLine[] {
  const seen = new Set<string>()
  return inRows(steps).map((row) => {
    const step = row[0]!
    if (row.length > 1) return { text: rowText(row), step }
    const plain = stepText(step)
    const again = seen.has(plain)
    seen.add(plain)
    const block = blockCommand(step)
    if (block !== undefined) return { text: `Run${repeatText(step, again) || ' this'}`, step, block }
    return { text: again ? stepText(step, true) : plain, step }
  })
}

/** Limit of fixed inputs listed in one sentence. */
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

/** The name of the only field, without placeholders, in which two steps of the same runs differ; else undefined. */
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
  return `Call ${callText({ ...first, fields: rest })} for ${code(name, 40)} ${values}`
}
