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
]
