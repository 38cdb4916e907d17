import type { Manual } from './manual.ts'

/** Help of the commands that bring skills before a model. */
export const OFFER_MANUAL: Readonly<Record<string, Manual>> = {
  route: {
    text: [
      'With - in place of a task, the task is read from stdin, where other users of the machine cannot see it among the arguments. "@@skill=<name>" anywhere in the task forces that skill. --session and --prompt tie the decision to its turn, so that "observe" credits it without a "reward".',
      'How likely a skill must be before it is offered follows from router.precision, the share of the offers that should be right, and from your recent requests: the more doubtful ones there are, the higher. A learned skill is likely where the task is like the requests that it was drawn from or used for, and nearer to them than to the other ones of your latest 200. With --explain the first line says why nothing was offered.',
      'A draft is offered in the project that its runs came from: the repository with all its worktrees, else the folder. Runs in three projects make it one for all, as does "skills promote --everywhere", and so is a skill that a person wrote. A task whose folder is not told (a library that gives route no projectDir, the proxy) is offered skills of every project. A skill that a request names is given anywhere.',
      'Every decision is logged with its candidates. 5 % of the decisions offer nothing although a candidate exists, to measure what a skill is worth: --router-holdout 0 turns that off. Held out are decisions whose skill has few runs without it to compare with; the first offer of a skill and a forced one never are.',
    ],
    json: {
      decision_id: 'id of the decision, for "reward" and "observe"',
      pick: '{skill, path, hint, propensity}, or null; path is the SKILL.md, hint the line for the model, propensity the probability of this pick',
      reason:
        'picked, forced, no_candidates (no skills that may be offered), below_threshold (none likely enough), no_skill (doing without promises more), held_out or off',
      candidates:
        '[{skill, relevance, mean, draw?}]: relevance is the probability that it is the right skill for the text, mean its expected success rate where it fits, draw what Thompson sampling drew',
      'explanation?':
        'with --explain: {threshold, none, holdout, candidates}; for each candidate the words of the request that it has and where, how likely it fits, what offering it is worth here, its draw and propensity, the posterior of its success rate ([{rate, probability}]), and why it was offered or lost',
      'error?': 'what failed, where reason is failed',
    },
    example: 'wayland-core route "please review my branch"',
  },
  reward: {
    text: [
      'An outcome counts once, also when it comes late or twice. Where the engine reports tool calls and the skill was never read, the skill is credited nothing and counted as offered, not used.',
    ],
    json: {
      decision_id: 'the decision',
      status: 'credited, known (counted before), not_used, or nothing (no skill was picked)',
      skill: 'name, or null',
    },
    example:
      'wayland-core reward "$(wayland-core route --json "review it" | node -p "JSON.parse(fs.readFileSync(0)).decision_id")" success',
  },
  run: {
    text: [
      '<skill> is a name or an id. One text that begins with "/" is slash text: "/name arguments" is the same as the name and the arguments, and is printed as it came where no skill has that name. "--" goes before arguments that begin with a dash.',
      '$ARGUMENTS in a text that a person wrote or reviewed stands for all arguments, $ARGUMENTS[0] for the first one (quotes hold words together). Where the text has no place for them, they follow it as a line "ARGUMENTS: …". Other template syntax is text like any other; nothing is run.',
      "Arguments bind: the text says above the skill that they hold where it says otherwise, and names each default that they replace where that is sure: the text states it (`<branch>` (default: `main`), --port defaults to 8080, the inputs that a draft lists), and the argument has its name (branch=develop, --port 9090, port: 9090) or its place ($ARGUMENTS[0]). Arguments that follow the text are its end: nothing in them can be taken for the skill's own words.",
      'With --engine (claude-code, codex, gemini, qwen, opencode, pi) a skill that was drafted under another agent, or that a person wrote, names tools as that one does: `Bash` becomes `run_shell_command` for gemini. A tool without a counterpart stays, and the text says so above the skill. Names only: inputs stay as they are, and so do code blocks and arguments.',
      'With --session the conversation is noted, and the same skill asked for again is answered with a line that it is active, and the arguments of this time; a later version of it, or --again, gives the whole text. Steps that an active skill does with another command are named above the text. --budget refuses, with exit code 1, a skill with which all skills of the conversation would have more tokens (an upper estimate); what is active stays. "active" lists them.',
      'Active and pinned skills are given, and staged ones unless router.offer is "active". Watching, archived, revoked and quarantined ones are refused with the reason, and exit code 1.',
    ],
    json: {
      skill: 'name; null where the text passed through',
      folder: 'folder of the skill; null where the text passed through',
      arguments: 'the arguments as one text; null where the text passed through',
      text: 'the text for the model',
      replaced: '[{name, defaults, given}]: defaults of the skill that the arguments took the place of',
      tools:
        '[{name, becomes}]: tools that the text names otherwise than the skill; becomes is null for one that the agent has not, which stays',
      files: 'paths of its other files, which --file prints; with --file {skill, folder, file, text, files}',
      allowed_tools: 'tools that it asks to be allowed, as its front matter has them; shown, and never applied',
      active:
        'with --session {state, tokens, total, conflicts}, else null: state is new, already or again; tokens are of this skill, total of all in the conversation; conflicts are [{skill, step, here, there}]',
    },
    example: 'wayland-core run auto-branch-changes-review the login branch',
  },
  offered: {
    text: [
      'The first of three stages: names and descriptions here, the text of one with "run", its other files with "run --file". With a task, the skills that come nearest to it are first; then pinned ones, then those that were loaded and helped most often. A description that does not fit into what is left of the budget is passed over. Tokens are an upper estimate. No decision is logged.',
    ],
    json: {
      skills: '[{name, description}], in that order',
      left: 'number of skills that did not fit',
      tokens: 'of the list as text',
    },
    example: 'wayland-core offered "please review my branch" --budget 500',
  },
  active: {
    text: [
      'A session is any id that you give to "run --session", or to load_skill over MCP; it is forgotten 90 days after the skill was given.',
    ],
    json: {
      session: 'the id',
      tokens: 'of all its skills together, by an upper estimate',
      skills: '[{skill, version, tokens, at}], in the order in which they came',
    },
    example: 'wayland-core run auto-branch-changes-review --session s1 && wayland-core active s1',
  },
  mcp: {
    text: [
      'Tools: find_skill, load_skill, report_outcome, list_drafts, and promote_skill where mcp.promote allows it. Skills that are offered are resources, active skills prompts. Entries for the settings of each agent are in src/mcp/README.md.',
      'Over HTTP every request needs the bearer token that is kept in mcp-token of the data folder; a Host or an Origin of another machine is refused.',
    ],
    shape: 'With --http, once it listens.',
    json: { url: 'where it listens', token_file: 'file with the bearer token' },
    example: 'wayland-core mcp < /dev/null',
  },
  proxy: {
    text: [
      'Set the base URL of the client to the URL that it prints. Every path passes, in the dialect of the client, byte for byte but for the text of a skill; streams are not held back, and no body has a time limit. Keys pass too, and are never kept or logged.',
      'In chats, Responses and Messages a skill is picked once for a conversation, and its text put at the end of the request of the person that it was picked for, in every later request with the same bytes. Turns are recorded when they end, in the background. src/proxy/README.md says how.',
      'One line of JSON a request goes to stderr: method, path, status, times in ms and sizes in bytes; content only with --log-content, without keys.',
      'The URL holds your token, which proxy-token in the data folder keeps; without a token nobody is answered. A client may send it in the header x-wayland-token instead. That of a user in its place makes the client that user’s, with skills of their own; with yours, x-wayland-user names one.',
    ],
    shape: 'Once it listens.',
    json: {
      url: 'base URL for clients, with your token in it',
      upstream: 'the server of models',
      token_file: 'file with the token of the proxy',
    },
    example: 'wayland-core proxy --upstream http://127.0.0.1:11434 --port 0 & sleep 2; kill $!',
  },
  'proxy token': {
    text: [
      'A client has it in its base URL, as http://127.0.0.1:7334/~<token>, or sends it in the header x-wayland-token; neither reaches the upstream. It is signed with the token of the proxy: remove proxy-token in the data folder, and all tokens are void once the proxy is started again.',
    ],
    json: { user: 'whom it names', token: 'the token', until: 'when it expires' },
    example: 'wayland-core proxy token ada --days 30',
  },
}
