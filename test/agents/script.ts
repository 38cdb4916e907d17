import type { Answer, Tool } from './wires/wire.ts'

/** What the scripted model does next. */
export type Step =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'shell'; readonly command: string }
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'tool'; readonly name: string; readonly input: Readonly<Record<string, unknown>> }
  /** The API answers with an error. */
  | { readonly kind: 'http'; readonly status: number }
  /** The API never answers. */
  | { readonly kind: 'silence' }

/** A step, or what follows from the request that it answers. */
export type Scripted = Step | ((asked: Asked) => Step)

/** A request of an agent, as the scripted model sees it. */
export interface Asked {
  /** The whole body as JSON. */
  readonly text: string
  readonly tools: readonly Tool[]
}

/** One run: what is asked, and what the model does about it; after its last step it says that it is done. */
export interface Script {
  /** Words by which the message that begins the run is known: any of these. */
  readonly marks: readonly string[]
  readonly steps: readonly Scripted[]
}

export const DONE = 'Done.'

const SHELLS = ['Bash', 'bash', 'run_shell_command', 'exec_command', 'shell_command', 'shell', 'local_shell']
const READERS = ['Read', 'read', 'read_file']
const PATH_KEYS = ['file_path', 'filePath', 'absolute_path', 'path']

/** A step in the words of an agent's own tools. */
export function answerOf(
  step: Step & { readonly kind: 'text' | 'shell' | 'read' | 'tool' },
  tools: readonly Tool[],
): Answer {
  if (step.kind === 'text') return { text: step.text }
  if (step.kind === 'tool') return { tool: step.name, input: step.input }
  if (step.kind === 'shell') return shellCall(step.command, tools)
  const tool = find(tools, READERS)
  // Codex reads with its shell.
  if (tool === undefined) return shellCall(`cat "${step.path}"`, tools)
  const key = PATH_KEYS.find((one) => one in tool.parameters) ?? 'file_path'
  return { tool: tool.name, input: { [key]: step.path } }
}

function shellCall(command: string, tools: readonly Tool[]): Answer {
  const { name, parameters } = find(tools, SHELLS) ?? { name: 'Bash', parameters: {} }
  const words =
    'cmd' in parameters
      ? { cmd: command }
      : { command: parameters.command?.type === 'array' ? ['bash', '-lc', command] : command }
  const input = {
    ...words,
    ...('description' in parameters ? { description: 'Run a command' } : {}),
    ...('is_background' in parameters ? { is_background: false } : {}),
  }
  return { tool: name, input }
}

const find = (tools: readonly Tool[], names: readonly string[]): Tool | undefined =>
  names.map((name) => tools.find((tool) => tool.name === name)).find((tool) => tool !== undefined)
