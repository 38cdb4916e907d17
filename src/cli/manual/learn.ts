import { ENGINES } from '../../engines/engines.ts'
import type { Fields, Manual } from './manual.ts'
import { SKILL_FIELDS } from './skill-fields.ts'

const RECEIPT: Fields = {
  turn_id: 'id of the turn',
  status:
    'recorded, known (was there before), ignored (no word to go by, or switched off) or failed (could not be stored)',
  signature: 'the key of the request: its three longest words, sorted',
  streak: 'successes in a row on this task, this turn included',
  'reason?': 'why the turn does not count, where it does not',
  draft:
    'null, or {status, skill, path?, reason?}: drafted, updated, proposed (beside your version), refused, suppressed (you archived or revoked it, or a skill of your own covers it), quarantined or failed; path is the folder of the skill',
}

const TURN: Fields = {
  user_input: 'the request; required',
  outcome: 'success, failure or unknown',
  stop_reason: 'how the run ended, where there is no outcome: end_turn, max_turns, error, interrupted, …',
  'session_id, prompt_id': 'identity of the turn: one that comes again is known, and counts once',
  decision_id: 'of the "route" that the run followed; found by session and prompt where it is absent',
  picked_skill: 'the skill that the run used, where the host knows',
  summary: 'a short line such as "3 turns"',
  turns: 'the number of them',
  timestamp: 'ISO 8601; now where it is absent',
  'project_dir, engine': 'where the run took place, and in which agent',
  tool_calls:
    '[{name, input, ok: true, false or null, exit_code?, masked_pipe?, error?, cwd?, message_id?, duration_ms?}]; absent: not reported, []: none were made',
}

/** Engines that keep their sessions in a folder, and the variables that move it. */
const KEEPING = ENGINES.filter(({ home }) => home?.sessions !== undefined)
const MOVING = KEEPING.flatMap(({ home }) => home?.movedBy ?? [])

/** Help of the commands that turn runs into drafts. */
export const LEARN_MANUAL: Readonly<Record<string, Manual>> = {
  observe: {
    text: [
      'Unknown fields of a turn are ignored. A line that cannot be read gets {line, error} in place of a receipt; the other lines are recorded, and the exit code is 1. This holds for a line that is not UTF-8, that holds NUL bytes, or that is longer than 16 MiB.',
    ],
    input: [{ title: 'Fields of a turn', fields: TURN }],
    shape: 'A receipt for each turn, one a line, with and without --json.',
    json: RECEIPT,
    example: `echo '{"user_input":"review the branch","outcome":"success"}' | wayland-core observe`,
  },
  import: {
    text: [
      `Takes files, and every .jsonl or .json file below folders. An engine alone (${KEEPING.map(({ name }) => name).join(', ')}) stands for the folder where it keeps its sessions, as ${MOVING.slice(0, -1).join(', ')} or ${MOVING.at(-1)} move it; no words at all stand for those of every agent on this machine. openai-chat reads chats in the shape of the OpenAI API; auto finds the engine of each file.`,
      'Reading twice records nothing new, and a file that grew is read on from where it was left. A session that was resumed, forked or copied under another id counts once. The last turn of a session that may still run (it has no end mark, and less than ten minutes have passed) is left for the next import, which is said with the time from which it is read.',
      'Turns count in the order of their times over all files of one command: name the files in one command where a task runs across them. A turn without a time is placed beside its neighbours in the file; the turns of a file without any time come first. Turns that are read after newer ones of their task, by another command, take their place among those that still wait: a failure ends the streak before it. What was drafted or dropped by then stays.',
      'A turn is what the fullest reading of it says: a later reading that has more of the run replaces outcome and calls, and takes back what the earlier one gave (its place in a streak, the credit of a skill, an unedited draft).',
      'Ends with the drafts, or why there are none and what is nearest to one. What cannot be read is named, and makes the exit code 1. So do files that look like conversations and give no prompt at all, because a later version of an agent wrote them: a version of wayland-core that can read them does so from their start, when they are imported or grow.',
    ],
    json: {
      files: 'number of files read',
      lines: 'number of lines read',
      turns_recorded: 'turns that are new',
      turns_known: 'turns that were recorded before',
      drafts: 'number of drafts made',
      skipped: '{reason: count} of lines that are no turn',
      errors: '[{file, line?, error}]',
      looked_in: '[{engine, path}]: folders of agents that were read',
      not_there: '[{engine, path}]: folders of agents that do not exist',
      drafted: '[{id, name, status, path}]',
      outcomes:
        '{outcome: count}; this and all that follows tell of the latest 5,000 turns that are kept, whenever they came',
      refused: '{gate: count} of successes that set no task',
      open_streaks: 'number of tasks that wait for more successes',
      nearest: '[{signature, streak, of, turn_id, request, at, expired}]: open streaks of more than one request',
      turned_down: '[{skill, as, reason, at}]: full streaks that no draft was made of',
      'still_running?': '{turns, from}: last turns that were left for the next import',
      'not_understood?': '[{engine, version, files, lines}]: files of a later version of an agent',
    },
    example: 'wayland-core import claude-code ~/.claude/projects',
  },
  explain: {
    text: [
      'Without an id it lists the latest twelve turns with theirs. Ids are also in the receipts of "observe", and in "history --json" and "show --json" of a skill.',
    ],
    shape: 'Without an id: {turns: [the same for each]}.',
    json: {
      turn_id: 'id of the turn',
      request: 'its text, without secrets',
      at: 'ISO 8601',
      outcome: 'success, failure or unknown',
      signature: 'the key of the request',
      counts: 'whether it counts for a streak',
      reason: 'why, or why not',
      gate: 'the gate that refused the request, or null',
      streak: 'how many turns wait with it, or null',
      group: 'which task it was put to and how like the others it is; null where bucket.grouping is "signature"',
      review: 'whether its session was reviewed by a model, and why or why not, or null; null in lists',
      meant: 'what a model that read the requests of the project together made of it, or null',
      evidence_of: '[{skill, version, state}]: versions of skills that were drafted from it',
      turns: 'without an id: the latest turns',
    },
    example:
      'wayland-core explain "$(wayland-core history auto-branch-changes-review --json | node -p "JSON.parse(fs.readFileSync(0)).versions[0].evidence[0]")"',
  },
  replay: {
    text: [
      'Plays past sessions through the loop in a throw-away home, which begins with your skills and what you decided about them, and with no turns. Takes files and folders as "import" does. Says what would be drafted and from which requests, which of your decisions or skills stand against a draft, and counts what was refused by the name of the gate. Writes nothing to your folders.',
    ],
    json: {
      turns: 'number of turns played',
      counted: 'number of them that counted',
      refused: '{name: count} of turns that did not count; names are gates, unknown_outcome, failure and no_word',
      refused_drafts: '{name: count} of full streaks that made no draft',
      suppressed: '[{skill, reason}]: drafts that you archived or revoked, or that a skill of your own covers',
      unreadable: 'number of files or lines that could not be read',
      drafts:
        '[{name, outcome, status, signature, description, evidence_count, requests, text}]; outcome is drafted, updated, proposed (beside a skill that is there) or quarantined',
    },
    example: 'wayland-core replay claude-code ~/.claude/projects',
  },
  notes: {
    text: [
      'The folder is the current one where none is given. What turns run needs five turns that changed files. The note is for you to put into AGENTS.md or CLAUDE.md.',
      'A rule is what you asked for in general, in your words: in two sessions, or once with "always", "never", "from now on" and the like. The same wish in other words is one rule, and it ends when you take it back. A rule that several projects voice is noted in all. English only.',
      '"notes take" and "notes drop" with the id of a rule, or its beginning, say what you think of it: a rule that you took keeps its words, and one that you dropped is not shown again. Nothing is ever written into AGENTS.md or CLAUDE.md.',
    ],
    json: {
      project: 'the repository of the folder, or the folder',
      project_dir: 'the folder',
      turns: 'number of turns that the habits are drawn from',
      habits: '[{command, dir, turns, of}]: commands that most turns run that changed files',
      rules:
        '[{id, text, sources, sessions, state}]: what you ask for in general, the ids of the turns that voice it, oldest first, and whether you took it (heard or taken)',
      note: 'both in Markdown; null while there is neither',
    },
    example: 'wayland-core notes',
  },
  demo: {
    text: ['Uses a home of its own, which is removed at the end. --seed makes the random choices repeat.'],
    json: {
      turns: 'receipts, as of "observe"',
      drafts: 'skills, each with its text',
      decisions: '[{task, …}] as of "route"',
      audit: 'as of "skills audit"',
    },
    inner: [{ title: 'Fields of a skill', fields: SKILL_FIELDS }],
    example: 'wayland-core demo --seed 1',
  },
  learn: {
    text: [
      'Reviews sessions that have ended or rested for half an hour, each once, and again when it went on. A session is reviewed where it has five tool calls and an error that was got over or a person who steered; twenty calls with a change; a correction or a standing wish; or a failed run with a skill in use. Sessions in which skills were edited are not.',
      'The model proposes one new skill, one change of a skill, or nothing. Rules decide: each statement quotes a turn or call that holds it, each command ran and ended well, nothing is named that the session does not hold, nothing is copied from another skill or the notes of the project, and safety rules and redaction apply as to every draft. A second call that sees statements and quotations alone can lower the grade. What passes waits for you: a new skill is staged, a change lies beside the skill as a proposed version, also of a skill of your own.',
      'After a run that failed with a skill in use, the model reads the text of that skill too and may propose one edit of it. The edit is refused where it takes out, changes, reorders or forbids a step that the skill names and a recent successful run with it did. What you wish from now on is not held back by this.',
      'What you reject, archive or revoke is not proposed again, and the next review sees your --reason. A proposal that was refused for a skill that is there, or put beside it as a change, is staged as a skill of its own with --not-duplicate and its id, which "model usage" lists too: no model is asked, and the rules of text, names and safety hold.',
      'With --recurring, requests of a project that succeeded and wait in no streak are put before the model in one call, once a day at most and only when three new ones came: which of them are one task in other words? Groups are checked (three requests that exist and were made apart, no task that has a skill or was rejected) and drafted from their runs by rules, like a streak. "explain" says of a request what became of it.',
      'Drafts of streaks whose runs share steps are worded anew from the table of their evidence, by the same rules: a command that every run did may not be lost, none may come in, and where a rule or the second reader objects the first text stays. Name, evidence and grade stay those that rules found; the next streak begins from its own text.',
      'With --document, files are read in place of sessions: text in UTF-8, UTF-16 or Windows-1252, Markdown, HTML, PDF (its text; scanned pages have none) and DOCX, by what they hold and then by their names; at most 32 MB, 1,000 pages and 60 passages of some 24,000 characters each. Scripts, hidden text and deleted text are left out. Each passage is one review, and is not asked about again whatever file it comes in. The same rules hold, and each command, path and option must stand in the passage. A document is no run: what is learned from it has no turn as evidence, says so under "Source", and is watched and not offered until you promote it.',
      'With --conversations, files of conversations (JSON or JSON Lines, as "import openai-chat" reads them) are recorded like an import, and those of them that hold something by the rules above are reviewed, each once. A conversation may say "success": true or false, as collections of trajectories do: its turns then have that outcome, so that steps are learned only from those that succeeded, and pitfalls from both. With --trajectories each must say it: a file with one that does not is refused, and nothing of it is recorded.',
      'What is sent is redacted first: requests, tool calls with their inputs, and first lines of errors, or the text of a document; see it with --dry-run. An answer is kept, so that a run that was stopped goes on without asking again. Needs model.provider; exit code 3 while questions wait for answers, or where the model cannot be asked or the budget is spent.',
    ],
    json: {
      reviewed: 'sessions, or passages of documents, that were reviewed',
      projects: 'projects whose requests were read together',
      skipped: '{reason: count} of sessions and projects that were not',
      calls: 'calls that were made; kept answers are none',
      tokens: '{input, output}, or "unknown" where one call did not say',
      waiting: 'sessions and projects whose questions wait for an answer',
      proposals:
        '[{id, skill, operation, status: staged or refused, rule?, reason, from, calls}]: rule is the first that it breaks',
      tasks:
        '[{task, requests, skill, status: staged or refused, rule, reason, from}]: requests (turn ids) that the model calls one task',
      reworded: '[{skill, status: staged, refused or left, reason}]: drafts of streaks that were to be worded anew',
      failed: '[{subject, why}]: sessions and projects that are looked at once more',
      stopped: 'why the run ended early, or null',
      questions: '[{subject, reasons, prompt, text}]: what would be sent, with --dry-run',
    },
    example: 'wayland-core learn --since 2d --dry-run',
  },
  model: {
    text: [
      'Asks one small fixed question. model.provider is none (nothing is loaded or sent), openai (any OpenAI-compatible /chat/completions at model.url: Ollama, llama.cpp, vLLM, hosted), anthropic (the Messages API at model.url), agent (your own agent, run headless in an empty folder with its tools off; model.agent names it, otherwise the first one that is found), or handoff: questions wait as files in handoff/ of the data folder until a person or a program answers them. The key is read from WAYLAND_MODEL_KEY alone and goes to model.url alone. A call that may pass model.dailyTokens is not made; of a call whose tokens the server does not tell, one token for three bytes is counted, and all that it may have cost where it failed.',
    ],
    json: {
      provider: 'none, openai, anthropic, agent or handoff',
      'model?': 'the model that answered',
      'status?': 'answered or waiting',
      'usage?': '{input, output} in tokens, or "unknown"',
      'milliseconds?': 'how long it took',
      'kept?': 'whether the answer was stored before, so that nothing was asked',
      daily_tokens: 'tokens that a day may cost',
      calls_per_run: 'calls that a run may make',
    },
    example: 'wayland-core model',
  },
  'model usage': {
    text: ['Tokens that a model does not report are counted as unknown, never as 0.'],
    json: {
      spending: '[{purpose, provider, model, calls, failed, waiting, input, output, unknown}]',
      latest:
        '[{id, purpose, prompt, provider, model, run, subject, state, reserved, input, output, milliseconds, fault, at}]',
      proposals:
        '[{id, subject, skill, operation, status, rule, reason, calls, versionId, at, duplicate}], the latest first; duplicate: --not-duplicate can make it a skill of its own',
    },
    example: 'wayland-core model usage --since 1w',
  },
  'model prompts': {
    text: [
      'Name and version of a prompt are part of the id of each call: answers to an earlier version are not used again.',
    ],
    json: { prompts: '[{name, version, words, sends, max_tokens, text}]' },
    example: 'wayland-core model prompts extract',
  },
  'model questions': {
    text: ['Each has a prompt, the data that it is about, and the JSON Schema of its answer.'],
    json: { questions: '[{id, purpose, system, input, schema}]' },
    example: 'wayland-core model questions --model-provider handoff',
  },
  'model answer': {
    text: [
      'The answer is checked when it is taken in: one that does not fit the schema is asked for once more. The file can be written by hand as well: handoff/<id>.answer.json in the data folder, {id, value, model?, usage?}.',
    ],
    json: { id: 'of the question', answered: 'true' },
    example: `id=$(wayland-core model questions --json | node -p 'JSON.parse(fs.readFileSync(0)).questions[0]?.id ?? ""'); test -z "$id" || echo '{"word":"ready","sum":42}' | wayland-core model answer "$id"`,
  },
}
