import type { Command } from './command.ts'

/** Commands with which an agent gets at skills. */
export const AGENT_COMMANDS: readonly Command[] = [
  {
    name: 'run',
    takes: '<skill> [<argument>…]',
    flags: {},
    words: 'Print a skill as a host puts it before a model: folder, text, arguments; runs nothing',
    more: '<skill> is a name or an id. One text that begins with "/" is slash text: "/name arguments" is the same as the name and the arguments, and is printed as it came where no skill is called so. "--" goes before arguments that begin with a dash. $ARGUMENTS and $ARGUMENTS[N] (from 0) in a text that a person wrote or reviewed are filled in; arguments without a place follow the text. A skill that may not be offered is refused, with the reason.',
    json: ['skill', 'folder', 'arguments', 'text'],
    example: 'wayland-core run auto-branch-changes-review the login branch',
    load: () => import('./commands/run.ts'),
  },
  {
    name: 'mcp',
    takes: '',
    flags: {
      http: { words: 'Serve over HTTP on 127.0.0.1, at /mcp, instead of stdin and stdout' },
      port: { value: 'number', words: 'Port of --http (default 7333; 0: any that is free)' },
    },
    words: 'Serve the skills over the Model Context Protocol, until the client closes stdin',
    more: 'Tools: find_skill, load_skill, report_outcome, list_drafts, and promote_skill where mcp.promote allows it. Skills are resources, active skills prompts. Over HTTP every request needs the bearer token that is kept in mcp-token of the data folder; a Host or an Origin of another machine is refused. --json with --http says where it listens.',
    json: ['url', 'token_file'],
    example: 'wayland-core mcp < /dev/null',
    load: () => import('./commands/mcp.ts'),
  },
]
