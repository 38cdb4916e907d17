import type { ImportReport, SkillLoop } from '../../app/skill-loop.ts'
import { agentsHere } from '../../engines/agents-here.ts'
import { ENGINES } from '../../engines/engines.ts'
import { openJournal } from '../../engines/journal.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { importToWire, type Learned, MAX_DRAFTS, tellImport, tellRead } from '../import-text.ts'
import { tellNotUnderstood, tellUnreadable } from '../not-understood.ts'
import { outlookView } from '../outlook-text.ts'
import { bar, type Report } from '../report.ts'
import { noSessions, type SessionPlace, sessionPlaces } from '../session-places.ts'
import { endInOrder } from '../signals.ts'

/** Engines that keep their sessions in a folder, and the variables that move it. */
const KEEPING = ENGINES.filter(({ home }) => home?.sessions !== undefined)
const MOVING = KEEPING.flatMap(({ home }) => home?.movedBy ?? [])

export const command: Words = {
  topic: 'learning',
  takes: '[<engine|auto>] [<file|folder>…]',
  words: 'Read past sessions of an agent; reading twice records nothing new',
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
}

/** Reads past sessions; says what was read, what was learned from it or why nothing was, and what to do next. */
export async function run(call: Call): Promise<ExitCode> {
  const { words, json, report, open, settings } = call
  const drafted = new Set<string>()
  const { readConfig } = await import('../../config/config.ts')
  const own = readConfig({ given: settings })
  const asked = sessionPlaces(words, own)
  if (asked.places.length === 0 && words.length > 0) throw noSessions(asked.missing)
  await using loop = await open({
    needs: 'what is read is kept in',
    busy: true,
    onEvent(event) {
      if (event.kind === 'draft' && event.receipt.path !== undefined) drafted.add(event.receipt.skill)
    },
  })
  const sum = await importAll(loop, asked.places, report)
  const learned: Learned = {
    ...asked,
    words,
    sum,
    // A draft that was taken away meanwhile is left out.
    drafted: (await Promise.allSettled([...drafted].sort().map(loop.review.skill))).flatMap((one) =>
      one.status === 'fulfilled' ? [one.value] : [],
    ),
    waiting: (await loop.review.statusOverview(MAX_DRAFTS)).waiting,
    outlook: await loop.review.outlook(),
    view: outlookView(loop.upkeep.config.settings, new Date()),
    unconnected: await unconnected(loop),
  }
  if (json) report.json(importToWire(learned))
  else {
    tellRead(sum, report)
    // Switched off, nothing was read and there is nothing to report.
    if (loop.upkeep.config.settings.skills === 'on') tellImport(learned, report)
    tellUnreadable(sum.errors, report)
    tellNotUnderstood(sum.notUnderstood, report)
  }
  return sum.errors.length + sum.notUnderstood.length > 0 ? EXIT.refused : EXIT.done
}

/** Reads all places in one import, so that their turns count in the order of time; shows how far it is. */
export async function importAll(
  loop: SkillLoop,
  places: readonly SessionPlace[],
  report: Report,
): Promise<ImportReport> {
  const began = performance.now()
  endInOrder((code) => {
    report.note('Broken off. What was read is kept: the same command goes on from there.')
    process.exit(code)
  })
  try {
    return await loop.upkeep.importAll(places, (at) => {
      if ('counted' in at) return report.progress(`${bar(at.counted / at.of)}  learning from ${at.of} turns`)
      const { file, bytes, size, turns } = at
      const share = size === 0 ? 1 : bytes / size
      const left = share < LEAST_SHARE ? '' : `  ${timeLeft(((performance.now() - began) * (1 - share)) / share)} left`
      report.progress(`${bar(share)}${left}  ${turns} turns  ${file}`)
    })
  } finally {
    endInOrder(undefined)
    report.progress(undefined)
  }
}

/** Before this share is read the time left is a guess. */
const LEAST_SHARE = 0.05

const timeLeft = (ms: number): string => (ms < 90_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.ceil(ms / 60_000)} min`)

/** Agents on this machine whose hooks are not connected. */
async function unconnected({ upkeep: { config } }: SkillLoop): Promise<readonly string[]> {
  const { engines, searchPath, dataDir, configHome } = config
  const here = await agentsHere(engines, searchPath, await openJournal(dataDir ?? configHome).all())
  return here.filter(({ isConnected }) => !isConnected).map(({ engine }) => engine)
}
