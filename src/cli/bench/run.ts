import type { BenchReport } from '../../domain/proof/bench-report.ts'
import { benchToWire } from '../../domain/proof/bench-wire.ts'
import { armRows, detectableWords, worthWords } from '../../domain/proof/bench-words.ts'
import { type Call, EXIT, type ExitCode, type Verb } from '../command.ts'
import type { Report } from '../report.ts'
import { endInOrder } from '../signals.ts'
import { takeInSpooled } from '../spooled.ts'
import { benchAsked, costOf, TRIAL_FLAGS, trialLimits } from './arguments.ts'

export const running: Verb = {
  takes: '[<skill>] [<file of tasks>]',
  words: 'Compare a skill with no skill and with a run as it was, on tasks that it was not made from',
  flags: {
    ...TRIAL_FLAGS,
    rewrite: { words: 'Ask the configured model once to write a skill from that run, and compare with it, too' },
    'dry-run': { words: 'Record no score' },
  },
  text: [
    'Tries tasks with no skill, with a run as it was (the latest that the skill was made from), and with the skill, and compares in pairs by task. Tasks are successful turns of your own history that came after those that the skill was made from, or those of a file. A draft that learns from each run has no later ones: then the newest version that enough runs came after is tried. Before anything is tried it says the smallest gain that so many tasks can show.',
    'By default a try asks no model (replay): it scores how well the text foretells what the successful run did, its steps in order with their inputs, less what the text adds (0 to 1). A text that tells to do what none of the runs did is given no gain: whether that helps or harms, a replay cannot see. Without a skill nothing is foretold, so that the skill is judged against the run as it was.',
    'With --engine that agent of yours works on each task, with the skill among those of the project or without it, in a git worktree of "repository" at "commit" below the temporary folder, and "check" decides (1 or 0). The worktree is removed afterwards, it has no remote, and its branches are not those of your repository; what a killed run left goes at the next start. The agent asks and refuses as you have set it up; nobody is there to answer, so that you may have to allow what the tasks need, as with --agent-words="--allowedTools Bash". It costs the tokens of your agent: a try for each task, text and repeat. The agents of "install" are known. A skill that the agent has in your home cannot be tried.',
    'With --command any command scores: the text on stdin (empty without a skill; WAYLAND_SKILL is with or without), the task as JSON in the file WAYLAND_TASK_FILE, the repeat in WAYLAND_REPEAT; its last line is a number from 0 to 1. An exit code other than 0, or another last line, stops the comparison.',
    'Tasks of one family count as one: those of a session, runs that did the same, and with an agent or a command tasks that ask for nearly the same with the same check, repository and setup. How many families there are is said before anything is tried. A gain is accepted where an exact sign-flip test of the families gives it a chance of at most 1 in 64; it is then recorded as a measured score, with which the router begins. "No gain" is a result, and records nothing. A run that was ended goes on with the same command.',
  ],
  input: [
    {
      title: 'Fields of a task, one JSON object a line',
      fields: {
        prompt: 'what is asked for; required',
        id: 'its name; made from its content where absent',
        family: 'tasks of one family count as one; copies are one in any case',
        skill: 'whose task it is, so that the file alone says what is tried',
        run: '[{tool, input}]: what a successful run did; needed by replay',
        check: 'shell commands that end with 0 where the task is done; needed by an agent',
        setup: 'shell commands before the agent begins',
        repository: 'path of a git repository, with commit',
        commit: 'id of a commit, or a tag',
        at: 'unix seconds',
        project: 'the folder that you were in',
      },
    },
  ],
  json: {
    skill: 'its name',
    version: 'the version that was tried',
    current: 'whether it is the one that the skill has now',
    scorer: 'replay, agent or command',
    tasks: 'number of tasks',
    families: 'number of families',
    repeats: 'tries of each task with each text',
    smallest_effect: 'smallest gain that is found with a chance of 85 %, or null',
    lines:
      '[{arm: none, trajectory, rewrite or skill, score, tries, timed_out, loaded, tool_calls, tokens, seconds, left?}]',
    against: 'none or trajectory: what the skill is judged against',
    worth: 'gain, loss, not_shown, not_loaded, unseen or too_few',
    gain: 'mean difference of the families, as if four more had none',
    lower: 'lower end of its one-sided interval',
    p: 'how often chance gives as large a gain',
    timed_out: 'tasks that ran out of time with one of the texts; they count for neither',
    loaded: 'share of the tries with the skill that loaded it, or null',
    unseen: 'what the skill tells to do and no run did; with any, no gain counts',
    tries: 'tries of this run',
    known: 'tries known from an earlier run',
    left: 'tries that are left; exit code 3 where there are any',
    recorded: 'whether a score was recorded',
    differences: '[{task, family, difference}]',
  },
  example:
    'echo \'{"prompt": "review the branch", "run": [{"tool": "Bash", "input": {"command": "git diff"}}]}\' > tasks.jsonl && wayland-core bench run auto-branch-changes-review tasks.jsonl',
  run: compare,
}

/** Compares a skill with no skill and with a run as it was; exit code 3 while tries are left. */
async function compare(call: Call): Promise<ExitCode> {
  const { flags, json, report, open } = call
  const asked = { ...benchAsked(call), rewrite: flags.rewrite === true }
  const limits = trialLimits(call)
  await using loop = await open()
  await takeInSpooled(loop)
  const stopping = new AbortController()
  endInOrder(() => stopping.abort())
  const say = json ? report.note : report.line
  const done = await loop.learning.bench(asked, {
    ...limits,
    signal: stopping.signal,
    announce: (planned, detectable) => say(`${planned} tries${costOf(asked)}. ${detectableWords(detectable)}`),
  })
  report.progress(undefined)
  if (json) report.json(benchToWire(done))
  else tell(done, report)
  return done.left > 0 ? EXIT.unavailable : EXIT.done
}

function tell(done: BenchReport, report: Report): void {
  report.table(armRows(done.lines))
  report.line()
  report.line(worthWords(done))
  if (!done.isCurrent)
    report.line(
      'Its current version was made from the latest of these runs; this is the newest that enough runs came after.',
    )
  if (done.recorded) report.line('Its score is recorded: the router begins with it while the skill has this text.')
  if (done.left > 0) report.line(`${done.left} tries are left: the same command goes on with them.`)
}
