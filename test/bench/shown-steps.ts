import { pitfallText } from '../../src/domain/draft/pitfall-text.ts'
import type { Procedure } from '../../src/domain/draft/procedure.ts'
import type { Step } from '../../src/domain/draft/step.ts'
import { throughOf } from '../../src/domain/draft/step-text.ts'
import type { Template } from '../../src/domain/draft/template.ts'
import type { PlainCall } from './union-steps.ts'

/** What a reader of one section of SKILL.md takes from it, as calls with inputs. */
export type Reading = (procedure: Procedure) => readonly PlainCall[]

/** `variable` is the measure's value for what differs from run to run. */
export function readings(variable: string) {
  /** Every placeholder is left open. */
  const steps: Reading = (procedure) => procedure.steps.map((step) => called(step, (part) => part, procedure))

  /** The same, with what "Inputs that vary" says that a placeholder was each time or mostly; a loop goes through it. */
  const stepsAndInputs: Reading = (procedure) =>
    procedure.steps.flatMap((step) => {
      const through = throughOf(step)
      return (through?.usual?.values ?? [undefined]).map((round) =>
        called(
          step,
          (part) => {
            if (part === through && round !== undefined) return round
            const [only, ...more] = part.usual?.values ?? []
            return only !== undefined && more.length === 0 ? only : part
          },
          procedure,
        ),
      )
    })

  /** What worked instead of what failed. */
  const pitfalls: Reading = (procedure) =>
    procedure.pitfalls
      .filter((pitfall) => pitfallText(pitfall, procedure.runs.length) !== undefined)
      .flatMap((pitfall) => ('instead' in pitfall ? [pitfall.instead] : []))
      .map(({ head, input }) => ({ tool: head.replace(/^CALL /, ''), input }))

  /** The checks that end the work. */
  const verify: Reading = (procedure) => procedure.checks.map(({ step }) => called(step, (part) => part, procedure))

  function called({ tool = '', fields }: Step, fill: (part: SlotPart) => string | SlotPart, { runs }: Procedure) {
    const input = Object.entries(fields).map(([name, template]): [string, unknown] => {
      const filled = template.map((part) => (typeof part === 'string' ? part : fill(part)))
      if (filled.some((part) => typeof part !== 'string')) return [name, variable]
      const text = filled.join('')
      const given = runs.flatMap(({ turn }) => turn.toolCalls ?? []).filter((call) => call.name === tool)
      const value = given
        .map((call) => (call.input as Record<string, unknown>)[name])
        .find((one) => (typeof one === 'string' ? one : JSON.stringify(one)) === text)
      return [name, value ?? variable]
    })
    return { tool, input: Object.fromEntries(input) }
  }

  return { steps, stepsAndInputs, pitfalls, verify }
}

type SlotPart = Exclude<Template[number], string>

/** Characters of every section of a body, by its heading; what stands before the first is "head". */
export function sectionSizes(body: string): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  let heading = 'head'
  for (const line of body.split('\n')) {
    heading = /^## (.+)$/.exec(line)?.[1] ?? heading
    sizes.set(heading, (sizes.get(heading) ?? 0) + line.length + 1)
  }
  return sizes
}
