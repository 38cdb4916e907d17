import { isFields } from '../json-value.ts'
import type { ToolCall } from '../turn.ts'

export type ActionKind = 'READ' | 'SEARCH' | 'LIST' | 'EDIT' | 'WRITE' | 'RUN' | 'CALL'

/** A tool call in engine-independent form. */
export type ToolOperation =
  | { readonly kind: 'READ' | 'EDIT' | 'WRITE'; readonly paths: readonly string[] }
  | { readonly kind: 'SEARCH' | 'LIST'; readonly pattern?: string; readonly path?: string }
  | { readonly kind: 'RUN'; readonly command: string | readonly string[]; readonly dir?: string }
  | { readonly kind: 'CALL'; readonly name: string; readonly input: Readonly<Record<string, unknown>> }

/**
 * Normalises a call by the tool's name and the shape of its input, for the tools of Claude Code, Codex, Gemini CLI,
 * Qwen Code and pi. Unknown tools, and known ones with another input, become CALL; calls that only plan or talk give
 * none.
 */
export function deedsOf(call: ToolCall): readonly ToolOperation[] {
  const input = record(call.input)
  const name = call.name.replace(/^functions\./, '')
  if (isPlanning(name)) return []
  const patch = patchText(name, call.input)
  if (patch !== undefined) return patched(patch)
  if (name.startsWith('str_replace_')) return [editorTool(input) ?? asItself(name, call.input)]
  // Own properties only: a tool may be named `toString`.
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
  return [(kind === undefined ? undefined : READERS[kind](input)) ?? asItself(name, call.input)]
}

/** Whether a tool is for plans, questions or memory, and no part of the work. */
export const isPlanning = (name: string): boolean => PLANNING.test(name)

const PLANNING =
  /^(Todo(Write|Read)|Task(Create|Update|List|Get|Output|Stop)|update_plan|think|(Exit|Enter)PlanMode|exit_plan_mode|AskUserQuestion|ask_user|ToolSearch|(write_)?todos?(_write|_read)?|save_memory|BashOutput|Kill(Shell|Bash)|write_stdin|report_intent|mcp__.*__change_title)$/

const KINDS: Readonly<Record<string, 'READ' | 'SEARCH' | 'LIST' | 'EDIT' | 'WRITE' | 'RUN'>> = {
  ...named('READ', 'Read read read_file read_many_files view view_file NotebookRead ReadFile open_file'),
  ...named('SEARCH', 'Grep grep grep_search search_file_content ripgrep codebase_search'),
  ...named('LIST', 'Glob glob LS ls list_directory list_dir find file_search'),
  ...named('EDIT', 'Edit edit MultiEdit NotebookEdit replace edit_file search_replace'),
  ...named('WRITE', 'Write write write_file create_file'),
  ...named('RUN', 'Bash bash shell local_shell local_shell_call exec_command run_shell_command container.exec'),
  ...named('RUN', 'execute_command run_terminal_cmd terminal unified_exec shell_command run run_command execute exec'),
}

function named<K extends string>(kind: K, names: string): Record<string, K> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind]))
}

type Input = Readonly<Record<string, unknown>>

const READERS = {
  READ: (input: Input) => withPaths('READ', input),
  EDIT: (input: Input) => withPaths('EDIT', input),
  WRITE: (input: Input) => withPaths('WRITE', input),
  SEARCH: (input: Input) => looking('SEARCH', text(input, 'pattern', 'query', 'regex'), text(input, ...FOLDERS)),
  LIST: (input: Input) => {
    const pattern = text(input, 'pattern', 'query')
    const path = text(input, ...FOLDERS)
    return pattern === undefined && path === undefined ? undefined : looking('LIST', pattern, path)
  },
  RUN: (input: Input): ToolOperation | undefined => {
    const command = input.command ?? input.cmd ?? input.script
    const dir = text(input, 'workdir', 'cwd', 'directory', 'dir_path')
    const where = dir === undefined || dir === '' ? {} : { dir }
    if (typeof command === 'string') return { kind: 'RUN', command, ...where }
    return isTexts(command) ? { kind: 'RUN', command, ...where } : undefined
  },
}

const PATHS = ['file_path', 'absolute_path', 'path', 'filename', 'target_file', 'notebook_path', 'filePath']
const FOLDERS = ['path', 'dir_path', 'directory', 'target_directory', 'absolute_path']

function withPaths(kind: 'READ' | 'EDIT' | 'WRITE', input: Input): ToolOperation | undefined {
  const one = text(input, ...PATHS)
  if (one !== undefined) return { kind, paths: [one] }
  const many = input.paths ?? input.file_paths ?? input.files
  return isTexts(many) && many.length > 0 ? { kind, paths: many } : undefined
}

function looking(kind: 'SEARCH' | 'LIST', pattern?: string, path?: string): ToolOperation | undefined {
  if (kind === 'SEARCH' && pattern === undefined) return undefined
  return { kind, ...(pattern === undefined ? {} : { pattern }), ...(path === undefined ? {} : { path }) }
}

/** The edit tool of some engines, one tool with five commands. */
function editorTool(input: Input): ToolOperation | undefined {
  const command = input.command
  return withPaths(command === 'view' ? 'READ' : command === 'create' ? 'WRITE' : 'EDIT', input)
}

function asItself(name: string, input: unknown): ToolOperation {
  return { kind: 'CALL', name, input: input == null || isFields(input) ? record(input) : { input } }
}

function patchText(name: string, input: unknown): string | undefined {
  if (!/^(apply_?patch|applyPatch)$/.test(name)) return undefined
  if (typeof input === 'string') return input
  const fields = record(input)
  return text(fields, 'input', 'patch', 'patchText', 'patch_text') ?? JSON.stringify(fields)
}

/** The files that a patch writes or edits, in its order; an edit without paths if it names none. */
export function patched(patch: string): readonly ToolOperation[] {
  const deeds: ToolOperation[] = []
  for (const [, verb, path] of patch.matchAll(/^\*\*\* (Add|Update|Delete) File: (.+)$/gm)) {
    const kind = verb === 'Add' ? 'WRITE' : 'EDIT'
    deeds.push({ kind, paths: [path!.trim()] })
  }
  if (deeds.length > 0) return deeds
  const paths = [...patch.matchAll(/^\+\+\+ (?:b\/)?(\S+)/gm)].map((match) => match[1]!)
  return [{ kind: 'EDIT', paths }]
}

const record = (input: unknown): Input => (isFields(input) ? input : {})

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

function text(input: Input, ...names: readonly string[]): string | undefined {
  for (const name of names) if (typeof input[name] === 'string') return input[name] as string
  return undefined
}
