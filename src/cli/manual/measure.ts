import type { Manual } from './manual.ts'

/** Help of the commands about what skills are worth. */
export const MEASURE_MANUAL: Readonly<Record<string, Manual>> = {
  lift: {
    text: [
      'Compares runs for which a skill was offered with runs for which it could have been and was not: those held out, and those where going without one was drawn. Forced picks and tasks without a fitting skill do not count. An offer counts whether or not the skill was loaded.',
    ],
    json: {
      overall: 'any skill against none',
      skills: '[{skill, archive, …}], most uses first',
    },
    inner: [
      {
        title: 'Fields of each',
        fields: {
          verdict:
            'helps, harms or no difference seen (less than 10 points of a hundred), which stand however often one looks; probably helps, probably harms: at least 95 % sure after four uses or more; not enough evidence',
          more: 'further uses until the verdict should be certain at these rates; 0 when it is, null when no reachable number is enough',
          'with, without': '{runs, successes} with the skill offered and with none, of tasks for which it came first',
          lift: 'difference of the success rates, in the light of all skills: a rarely used skill is judged by what the others are like',
          'low, high': 'its 95 % interval',
          harm: 'probability that it is below 0',
          effective: 'how many evenly weighted control runs those without the skill amount to',
          'anytime, doubly_robust':
            "other 95 % intervals, of the skill's own runs alone: valid however often one looks; corrected for the chances with which each was offered",
          difference: 'observed difference of the two rates, or null',
          archive: 'whether "skills audit" proposes to archive it',
        },
      },
    ],
    example: 'wayland-core lift',
  },
  bench: {
    text: [
      'Scores that you, or an optimiser, measured for the text of a skill. The router begins with the best one, as with a handful of runs; outcomes count on top. The file holds JSON lines, or one JSON list, of rows. A row for another text than the current one is stored, and counts only while the skill has that text. A bad row is reported, the others are stored, and the exit code is 1.',
    ],
    input: [
      {
        title: 'Fields of a row',
        fields: {
          skill: 'name or id; required',
          score: "share of the benchmark's tasks that succeeded, 0 to 1; required",
          body_digest:
            'which text was measured: SHA-256 (hex) of SKILL.md below its front matter, line ends as \\n, white space at both ends left out; "show --json" prints the one of now; required without prompt_body',
          prompt_body: 'that text itself; kept without secrets',
          scorer: '"bench", the default',
          parent: "UUID of the row whose text this one's was made from, or null",
          id: 'UUID of the row; made from its content where absent',
          generation: 'a whole number; 0 where absent',
          created_at: 'unix seconds or ISO 8601; now where absent',
          metadata:
            'an object for all else that is known; where it tells "tasks", or "families" of them, the router takes a score of few for less: one of 6 tasks weighs 60 %',
        },
      },
    ],
    json: {
      rows: 'number of rows read',
      added: 'rows that are new',
      known: 'rows that were there before',
      other_text: 'rows of another text than the skill has now',
      errors: '[{line or row, error}]',
    },
    example:
      `wayland-core show auto-branch-changes-review --json | node -p "const s = JSON.parse(fs.readFileSync(0)); ` +
      `JSON.stringify({ skill: s.name, score: 0.8, body_digest: s.body_digest })" > scores.jsonl && ` +
      'wayland-core bench import scores.jsonl',
  },
  'bench run': {
    text: [
      'Tries tasks with no skill, with a run as it was (the latest that the skill was made from), and with the skill, and compares in pairs by task. Tasks are successful turns of your own history that came after those that the skill was made from, or those of a file. A draft that learns from each run has no later ones: then the newest version that enough runs came after is tried. Before anything is tried it says the smallest gain that so many tasks can show.',
      'By default a try asks no model (replay): it scores how well the text foretells what the successful run did, its steps in order with their inputs, less what the text adds (0 to 1). A text that tells to do what none of the runs did is given no gain: whether that helps or harms, a replay cannot see. Without a skill nothing is foretold, so that the skill is judged against the run as it was.',
      'With --scorer agent your own agent works on each task, with the skill among those of the project or without it, in a git worktree of "repository" at "commit" below the temporary folder, and "check" decides (1 or 0). The worktree is removed afterwards, it has no remote, and its branches are not those of your repository; what a killed run left goes at the next start. The agent asks and refuses as you have set it up; nobody is there to answer, so that you may have to allow what the tasks need, as with --agent-words="--allowedTools Bash". It costs the tokens of your agent: a try for each task, text and repeat. Claude Code, Codex, Gemini CLI, Qwen Code, OpenCode and pi are known. A skill that the agent has in your home cannot be tried.',
      'With --scorer command any command scores: the text on stdin (empty without a skill; WAYLAND_SKILL is with or without), the task as JSON in the file WAYLAND_TASK_FILE, the repeat in WAYLAND_REPEAT; its last line is a number from 0 to 1. An exit code other than 0, or another last line, stops the comparison.',
      'Tasks of one family (a session, or runs that did the same) count as one. A gain is accepted where an exact sign-flip test of the families gives it a chance of at most 1 in 64; it is then recorded as a measured score, with which the router begins. "No gain" is a result, and records nothing. A run that was ended goes on with the same command.',
    ],
    input: [
      {
        title: 'Fields of a task, one JSON object a line',
        fields: {
          prompt: 'what is asked for; required',
          id: 'its name; made from its content where absent',
          family: 'tasks of one family count as one; its own where absent',
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
      `echo '{"prompt": "review the branch", "run": [{"tool": "Bash", "input": {"command": "git diff"}}]}' > tasks.jsonl && ` +
      'wayland-core bench run auto-branch-changes-review --tasks tasks.jsonl',
  },
  optimise: {
    text: [
      'A model sees tasks on which the skill did not do well, with what went wrong and what a successful run did, and proposes at most four edits a question. An edited text is tried on these tasks, and if it does better there on others, by which the best is chosen (GEPA: a front of texts, each best on some tasks; two of the front are merged where their edits fit together). Edits that failed are shown, and not made again.',
      'Half of the tasks is sealed: no question shows them, and nothing is chosen by them. They are opened once, by a line in the ledger, for the best text, and compared with no skill, a run as it was, a model that writes a skill from that run alone, and the skill. Only a gain there, by the gate of "bench run", becomes a proposal, which waits for you; its score is recorded for that text. Nothing is promoted. No gain is a result.',
      'Tasks are all successful turns of the skill\'s task, or those of a file; a session is in one part alone. Before anything is asked it says how many questions and tries it may take, and the smallest gain that so many sealed tasks show. A run that was ended, or that waits for an answer of "handoff", goes on with the same command: answers and tries are kept. A skill that is kept elsewhere takes the edits as a patch (--patch).',
    ],
    json: {
      skill: 'its name',
      version: 'the version that it began with',
      scorer: 'replay, agent or command',
      split: '{train, choose, test}: number of tasks in each part',
      smallest_effect: 'smallest gain that the sealed tasks show with a chance of 85 %, or null',
      steps: '[{kind: mutation or merge, diagnosis, outcome: kept or refused, before, after, why?}]',
      'base, chosen': 'mean score on the choosing tasks of the skill, and of the best text',
      result: 'proposed, no_better, not_shown, opened_before, refused, waiting or limit',
      'reason?': 'why, where a sentence says more',
      lines: 'as "bench run" has them, with edited; empty while the tasks are sealed',
      'worth?, gain?, lower?, p?': 'of the edited text against the skill, on the sealed tasks',
      'body?': 'the best text, where it is not the skill',
      'calls, tokens, tries': 'of this run',
    },
    example:
      'wayland-core optimise auto-branch-changes-review --calls 4 --model-provider handoff || wayland-core model questions',
  },
  'bench tasks': {
    text: [
      'Successful turns with tool calls that fit the skill best, or picked it, and that no version of it was made from: their request, what they did, the last command that checked it, and where the project is in a git repository, the commit that it was at. Edit the file as you like and give it to "bench run".',
    ],
    json: {
      skill: 'its name',
      'id, family, prompt, at, run, check?, project?, repository?, commit?':
        'as "bench run" takes them; --json prints one list',
    },
    example: 'wayland-core bench tasks auto-branch-changes-review > tasks.jsonl',
  },
}
