import type { ToolCall, TurnTrajectory } from '../../../src/domain/turn.ts'

/**
 * What a draft claims that its runs do not bear out: support of steps, their order, what ended the work, what failed. Reads
 * the text alone and counts calls of the simplest kind (one command, one file); knows nothing of how drafts are made.
 */
export function falseClaims(body: string, turns: readonly TurnTrajectory[]): readonly string[] {
  const runs = turns.map(({ toolCalls = [] }) => toolCalls.map(deedOf))
  const steps = stepsOf(body)
  return [
    ...steps.flatMap((step) => wrongSupport(step, steps, runs)),
    ...(steps.length === 0 || runs.some((run) => inOrder(steps, run) || inOrder(steps, byRounds(run)))
      ? []
      : [`no run did in this order: ${steps.map(({ what }) => what).join(', ')}`]),
    ...checksOf(body).flatMap((check) => wrongCheck(check, runs)),
    ...pitfallsOf(body).flatMap((pitfall) => wrongPitfall(pitfall, runs)),
    ...(/\bnone\b/i.test(body) ? ['says that there is none'] : []),
  ]
}

interface Deed {
  readonly kind: string
  readonly text: string
  readonly ok: boolean | null
}
interface Shown {
  readonly kind: string
  readonly what: string
  readonly like: RegExp
  readonly support: number | undefined
  readonly line: number
}

function deedOf({ name, input, ok }: ToolCall): Deed {
  const { command, file_path } = input as { command?: string; file_path?: string }
  return command === undefined
    ? { kind: name, text: file_path!.replace('/work/app/', ''), ok }
    : { kind: 'Run', text: plain(command), ok }
}

const plain = (command: string): string => command.replace(/ 2>&1| \| tail -5|^timeout 60 /g, '')
const ofText = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/<[\w-]+>/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  )
const part = (body: string, title: string): readonly string[] =>
  new RegExp(`^## ${title}\\n((?:[^#\\n].*\\n?)*)`, 'm').exec(body)?.[1]?.split('\n') ?? []
const supportOf = (text: string): number | undefined => {
  const found = /\[(\d+)\/\d+\]/.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

function stepsOf(body: string): readonly Shown[] {
  return part(body, 'Steps')
    .filter((line) => line !== '')
    .flatMap((line, at) => {
      const kind = /^(?:\d+\.|-) (Run|Read|Edit|Write)\b/.exec(line)?.[1]
      if (kind === undefined) return []
      const said = line.replace(/ for each `[^`]+`/, '')
      return [...said.matchAll(/`([^`]+)`/g)].map(([, what = '']) => ({
        kind,
        what,
        like: ofText(kind === 'Run' ? plain(what) : what),
        support: supportOf(line),
        line: at,
      }))
    })
}

/** A command that failed is a step where it was red, work followed, and it was green. */
function did(run: readonly Deed[], i: number): boolean {
  const { kind, text, ok } = run[i]!
  if (ok !== false) return true
  const green = run.findIndex((deed, j) => j > i && deed.kind === kind && deed.text === text && deed.ok !== false)
  return green > 0 && run.slice(i, green).some(isChange)
}

const isChange = ({ kind }: Deed): boolean => kind === 'Edit' || kind === 'Write'
const fits = (step: Shown, deed: Deed): boolean => step.kind === deed.kind && step.like.test(deed.text)

function wrongSupport(step: Shown, all: readonly Shown[], runs: readonly (readonly Deed[])[]): readonly string[] {
  const having = runs.filter((run) => run.some((deed, i) => fits(step, deed) && did(run, i))).length
  const claimed = step.support ?? runs.length
  if (claimed > having) return [`${step.kind} ${step.what}: ${claimed} claimed, ${having} runs have it`]
  // Of a step that is shown twice, one of the two stands for every run that has it.
  const most = Math.max(
    ...all
      .filter(({ kind, what }) => kind === step.kind && plain(what) === plain(step.what))
      .map((one) => one.support ?? runs.length),
  )
  const isFixed = !step.what.includes('<')
  return isFixed && most < having ? [`${step.kind} ${step.what}: ${most} claimed, but ${having} runs have it`] : []
}

/** A line may name several files or commands: the run has each of them, and the lines come in their order. */
function inOrder(steps: readonly Shown[], run: readonly Deed[]): boolean {
  const lines = Array.from({ length: 1 + Math.max(...steps.map(({ line }) => line)) }, (_, at) =>
    steps.filter(({ line }) => line === at),
  )
  let at = 0
  return (
    steps.every((step) => run.some((deed, i) => fits(step, deed) && did(run, i))) &&
    lines.every((items) => {
      while (at < run.length && !(items.some((step) => fits(step, run[at]!)) && did(run, at))) at++
      return at++ < run.length
    })
  )
}

/** A loop (read, edit, read, edit) as one round of it (read both, edit both). */
function byRounds(run: readonly Deed[]): readonly Deed[] {
  const sort = ({ kind, text }: Deed) => (kind === 'Run' ? text.split(' ').slice(0, 2).join(' ') : kind)
  const join = (lists: readonly (readonly Deed[])[]): Deed[][] =>
    lists.reduce<Deed[][]>((out, list) => {
      const last = out.at(-1)
      if (last !== undefined && sort(last[0]!) === sort(list[0]!)) last.push(...list)
      else out.push([...list])
      return out
    }, [])
  let lists = join(run.flatMap((deed, i) => (deed.ok !== false || did(run, i) ? [[deed]] : [])))
  for (let size = 2; size <= 4; size++) {
    for (let at = 0; at + 2 * size <= lists.length; ) {
      const isRound = lists.slice(at, at + size).every((list, k) => sort(list[0]!) === sort(lists[at + size + k]![0]!))
      if (!isRound) at++
      else for (const [k, list] of lists.splice(at + size, size).entries()) lists[at + k]!.push(...list)
    }
    const joined = join(lists)
    if (joined.length < lists.length) size = 1
    lists = joined
  }
  return lists.flat()
}

const checksOf = (body: string): readonly { what: string; support: number | undefined; masked: string | undefined }[] =>
  part(body, 'Verify').flatMap((line) => {
    const what = /^- `([^`]+)` (?:exits|should exit) 0/.exec(line)?.[1]
    return what === undefined
      ? []
      : [{ what: plain(what), support: supportOf(line), masked: /hid its exit status ([^:]+)/.exec(line)?.[1] }]
  })

function wrongCheck(
  { what, support }: { what: string; support: number | undefined },
  runs: readonly (readonly Deed[])[],
) {
  const ended = runs.filter((run) => {
    const last = run.findLastIndex((deed, i) => isChange(deed) && !deed.text.endsWith('.md') && did(run, i))
    return run.some(({ kind, text, ok }, i) => i > last && kind === 'Run' && text === what && ok === true)
  }).length
  const claimed = support ?? runs.length
  return claimed === ended ? [] : [`${what} exits 0 in ${claimed} claimed, in ${ended} runs`]
}

interface ToldPitfall {
  readonly failed: string
  /** Absent where nothing repaired it. */
  readonly worked: string | undefined
  readonly times: number
}

const pitfallsOf = (body: string): readonly ToldPitfall[] =>
  part(body, 'Pitfalls').flatMap((line) => {
    const [, failed, often, worked] =
      /^- `([^`]+)` failed in (\d+) of \d+ runs; (?:`([^`]+)` worked|nothing repaired it)/.exec(line) ?? []
    if (failed === undefined) return line === '' ? [] : [{ failed: line, worked: undefined, times: Infinity }]
    return [{ failed: plain(failed), worked: worked && plain(worked), times: Number(often) }]
  })

function wrongPitfall({ failed, worked, times }: ToldPitfall, runs: readonly (readonly Deed[])[]) {
  const like = ofText(failed)
  const repairs = ({ text, ok }: Deed) =>
    worked === undefined ? like.test(text) && ok !== false : text === worked && ok === true
  const seen = runs.filter((run) =>
    run.some(
      ({ text, ok }, i) => ok === false && like.test(text) && run.slice(i + 1).some(repairs) === (worked !== undefined),
    ),
  ).length
  return seen >= times ? [] : [`${failed} failed, ${worked} worked: ${times} claimed, in ${seen} runs`]
}
