import { type Alignable, alignRuns } from '../../src/domain/draft/align.ts'

/** A call as a tool and its inputs. */
export interface PlainCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Everything that any of the runs did, laid beside each other: an input that they agree on as it is, else `variable`. */
export function unionSteps(runs: readonly (readonly PlainCall[])[], variable: unknown): readonly PlainCall[] {
  return alignRuns(runs.map((run) => run.map(aligned))).columns.map(({ members }) =>
    agreed(
      [...members.values()].map(({ call }) => call),
      variable,
    ),
  )
}

interface AlignedCall extends Alignable {
  readonly call: PlainCall
}

function aligned(call: PlainCall): AlignedCall {
  const features = Object.entries(call.input).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return { head: call.tool, features: features.sort(), call }
}

/** Inputs that more than half of the calls give; one value for all of them is a constant. */
function agreed(calls: readonly PlainCall[], variable: unknown): PlainCall {
  const given = new Map<string, unknown[]>()
  for (const { input } of calls)
    for (const [name, value] of Object.entries(input)) given.set(name, [...(given.get(name) ?? []), value])
  const input: Record<string, unknown> = {}
  for (const [name, values] of [...given].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (values.length * 2 <= calls.length) continue
    const same = new Set(values.map((value) => JSON.stringify(value))).size === 1
    input[name] = same ? values[0] : variable
  }
  return { tool: calls[0]!.tool, input }
}
