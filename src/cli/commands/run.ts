import type { ActivationOptions } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import { WITH_TOOLS } from '../../engines/engines.ts'
import type { Call, Words } from '../command.ts'

export const command: Words = {
  topic: 'offering',
  takes: '[<skill> [<argument>…]]',
  words: 'Print a skill as a host puts it before a model, or list what a model may load; runs nothing',
  flags: {
    engine: { value: 'name', words: 'Agent that it is for: tools have the names that they have there' },
    session: { value: 'id', words: 'Conversation that it is for: a skill that is active there is not given twice' },
  },
  text: [
    'Without a skill: the names and descriptions that a model is shown first, pinned ones, then those that were loaded and helped most often (2,000 tokens). With --session and no skill: the skills that this conversation was given, in their order; a session is any id, forgotten 90 days after the last skill was given.',
    '<skill> is a name or an id. One text that begins with "/" is slash text: "/name arguments" is the same as the name and the arguments, and is printed as it came where no skill has that name. "--" goes before arguments that begin with a dash.',
    '$ARGUMENTS in a text that a person wrote or reviewed stands for all arguments, $ARGUMENTS[0] for the first one (quotes hold words together). Where the text has no place for them, they follow it as a line "ARGUMENTS: …". Other template syntax is text like any other; nothing is run.',
    "Arguments bind: the text says above the skill that they hold where it says otherwise. Arguments that follow the text are its end: nothing in them can be taken for the skill's own words.",
    `With --engine (${WITH_TOOLS.join(', ')}) a skill that was drafted under another agent, or that a person wrote, names tools as that one does: \`Bash\` becomes \`run_shell_command\` for gemini. A tool without a counterpart stays, and the text says so above the skill. Names only: inputs stay as they are, and so do code blocks and arguments.`,
    'With --session the conversation is noted, and the same skill asked for again is answered with a line that it is active, and the arguments of this time; a later version of it gives the whole text.',
    'Active and pinned skills are given, and staged ones unless router.offer is "active". Watching, archived, revoked and quarantined ones are refused with the reason, and exit code 1.',
  ],
  json: {
    skill: 'name; null where the text passed through',
    folder: 'folder of the skill; null where the text passed through',
    arguments: 'the arguments as one text; null where the text passed through',
    text: 'the text for the model',
    tools:
      '[{name, becomes}]: tools that the text names otherwise than the skill; becomes is null for one that the agent has not, which stays',
    files: 'paths of its other files',
    allowed_tools: 'tools that it asks to be allowed, as its front matter has them; shown, and never applied',
    active:
      'with --session {state, tokens, total}, else null: state is new, already or again; tokens are of this skill, total of all in the conversation',
  },
  inner: [
    {
      title: 'Fields without a skill',
      fields: {
        skills: '[{name, description}] in that order; with --session [{skill, version, tokens, at}]',
        tokens: 'of the list as text; with --session of all its skills together, by an upper estimate',
        'left?': 'number of skills that did not fit',
        'session?': 'the id',
      },
    },
  ],
  example: 'wayland-core run auto-branch-changes-review the login branch',
}

/** Prints a skill as a host shows it to a model; a slash command that names no skill is printed unchanged. */
export async function run(call: Call): Promise<void> {
  const { words, flags, json, report, open } = call
  const [asked, ...rest] = words
  if (asked === undefined) return await (flags.session === undefined ? tellListed(call) : tellActive(call))
  if (asked.trim() === '')
    throw new WaylandError('bad_usage', 'run needs a skill, or slash text such as "/name arguments"', {
      hint: '"wayland-core run" alone lists the skills that a model may load.',
    })
  const isSlash = asked.trimStart().startsWith('/')
  const given = isSlash ? words.join(' ') : asked
  const options = optionsOf(flags)
  await using loop = await open()
  const found = await (isSlash
    ? loop.offers.render(given, '', options)
    : loop.offers.render(asked, rest.join(' '), options))
  if (!json) report.text(found?.text ?? given)
  else {
    const { name: skill = null, folder = null, args = null, text = given, tools = [] } = found ?? {}
    const { active = null, files = [], allowedTools: allowed_tools = [] } = found ?? {}
    report.json({ skill, folder, arguments: args, text, tools, active, files, allowed_tools })
  }
}

const optionsOf = ({ engine, session }: Call['flags']): ActivationOptions => ({
  ...(typeof engine === 'string' ? { engine } : {}),
  ...(typeof session === 'string' ? { session } : {}),
})

/** Lists what a model may load, by name and description. */
async function tellListed({ json, report, open }: Call): Promise<void> {
  await using loop = await open({ brief: true })
  const { skills, left, tokens, text } = await loop.offers.listed({ projectDir: process.cwd() })
  if (json) report.json({ skills, tokens, left })
  else if (text !== '') report.text(text)
  else report.line('No skill may be offered here: "wayland-core skills" lists all, with the project of each.')
}

/** Lists the skills that a conversation was given, in the order in which they came. */
async function tellActive({ flags, json, report, open }: Call): Promise<void> {
  const session = String(flags.session)
  await using loop = await open({ brief: true })
  const active = await loop.offers.active(session)
  const tokens = active.reduce((sum, one) => sum + one.tokens, 0)
  const skills = active.map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString() }))
  if (json) report.json({ session, skills, tokens })
  else if (skills.length === 0) report.line('No skill is active in this session.')
  else
    report.table([
      ['skill', 'version', 'tokens', 'since'],
      ...skills.map((one) => [one.skill, one.version, String(one.tokens), one.at]),
      ['together', '', String(tokens), ''],
    ])
}
