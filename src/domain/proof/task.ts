import { fingerprint } from '../digest.ts'
import { WaylandError } from '../errors.ts'
import { isFields } from '../json-value.ts'

/** A task that a skill's text is tried on. */
export interface ProofTask {
  readonly id: string
  /** Tasks of one family are alike: what is learned from one is known of all, so that a split keeps them together. */
  readonly family: string
  readonly prompt: string
  /** When it came up (Unix seconds). */
  readonly at?: number
  /** The folder that the person was in. */
  readonly project?: string
  /** Where an agent works on it: a git repository at a commit. */
  readonly repository?: { readonly path: string; readonly commit: string }
  /** Shell commands before the agent begins. */
  readonly setup?: string
  /** Shell commands that end with 0 where the task is done. */
  readonly check?: string
  /** What a successful run did, in order. */
  readonly run?: readonly StepOfRun[]
}

/** A tool call of a run; input: names and values. */
export interface StepOfRun {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Reads a task from a row of a file. Throws `bad_file` that names the field. */
export function taskFromWire(value: unknown): ProofTask {
  if (!isFields(value)) throw bad('a task must be a JSON object')
  const unknown = Object.keys(value).find((name) => !FIELDS.has(name))
  if (unknown !== undefined) throw bad(`there is no field ${JSON.stringify(unknown).slice(0, LONGEST_SHOWN)}`)
  const { id, family, prompt, at, project, repository, commit, setup, check, run } = value
  if (typeof prompt !== 'string' || prompt.trim() === '') throw bad('prompt must be what a person asks for')
  if ((repository === undefined) !== (commit === undefined)) throw bad('repository and commit go together')
  if (at !== undefined && !(typeof at === 'number' && at >= 0)) throw bad('at must be unix seconds')
  const [path, point] = [text(repository, 'repository'), text(commit, 'commit')]
  if (point !== undefined && !COMMIT.test(point)) throw bad('commit must be the id of a commit or a tag')
  const name = text(id, 'id') ?? fingerprint(JSON.stringify(value))
  return {
    id: name,
    family: text(family, 'family') ?? name,
    prompt,
    ...(typeof at === 'number' ? { at } : {}),
    ...(path === undefined || point === undefined ? {} : { repository: { path, commit: point } }),
    ...optional('project', text(project, 'project')),
    ...optional('setup', text(setup, 'setup')),
    ...optional('check', text(check, 'check')),
    ...(run === undefined ? {} : { run: stepsIn(run) }),
  }
}

export const taskToWire = ({ repository, ...task }: ProofTask): Readonly<Record<string, unknown>> => ({
  ...task,
  ...(repository === undefined ? {} : { repository: repository.path, commit: repository.commit }),
})

const FIELDS: ReadonlySet<string> = new Set([
  'id',
  'family',
  'prompt',
  'at',
  'project',
  'repository',
  'commit',
  'setup',
  'check',
  'run',
  'skill',
])
/** No option of git: it begins with no dash. */
const COMMIT = /^[A-Za-z0-9_][\w./-]{0,199}$/
const LONGEST_SHOWN = 60

function stepsIn(value: unknown): readonly StepOfRun[] {
  if (!Array.isArray(value)) throw bad('run must be a list of {tool, input}')
  return value.map((step: unknown) => {
    if (!isFields(step) || typeof step.tool !== 'string') throw bad('each step of run needs a tool')
    const { tool, input = {} } = step
    if (!isFields(input)) throw bad('the input of a step must be an object')
    return { tool, input }
  })
}

function text(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value === '') throw bad(`${name} must be text`)
  return value
}

const optional = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value })

const bad = (message: string) =>
  new WaylandError('bad_file', message, { hint: 'See "wayland-core help bench run" for the fields of a task.' })
