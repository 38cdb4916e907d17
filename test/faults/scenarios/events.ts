import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { drain } from '../../../src/daemon/drain.ts'
import { jobName, jobOf } from '../../../src/daemon/job.ts'
import { payloadsFolder } from '../../../src/daemon/job-file.ts'
import { openSpool } from '../../../src/daemon/spool.ts'
import type { RunEnded } from '../../../src/transcript/hook-event.ts'
import { claudeCode, write } from '../../path/engines/agents.ts'
import { type Home, REVIEW } from '../home.ts'
import { type InLoop, type Scenario, scenario } from '../scenario.ts'

/** Sessions of one turn each on one task, so that the third completes a streak. */
const SESSIONS = ['a', 'b', 'c']
/** Three streaks: the first makes the skill, and its next version stands for the others. */
const MANY_SESSIONS = [...'abcdefghi']

const turnOf = (session: string) => ({
  session: `session-${session}`,
  id: session,
  request: REVIEW,
  answer: `Reviewed it, ${session}.`,
  commands: ['git diff main...HEAD', 'npm test', 'git log'],
})

function put(home: Home, session: string): void {
  const { session: sessionId } = turnOf(session)
  const event: RunEnded = {
    kind: 'turn_ended',
    engine: claudeCode.engine,
    sessionId,
    transcriptPath: join(home.root, claudeCode.file(sessionId)),
    stopHookActive: false,
  }
  // As old as an event of which the transcript is taken as it is.
  const at = Date.now() - 60_000
  spoolOf(home).put(jobName(event), jobOf(event, [join(home.root, '.claude', 'projects')], at))
}

/** Has a session where its agent keeps them, and leaves the end of its turn as `hook.sh` does, a minute ago, and one before it. */
function leave(home: Home, session: string): void {
  const turn = turnOf(session)
  const transcript = join(home.claude, relative('.claude', claudeCode.file(turn.session)))
  for (const folder of [dirname(transcript), payloadsFolder(home.data)]) mkdirSync(folder, { recursive: true })
  writeFileSync(
    transcript,
    claudeCode
      .lines(turn)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  )
  for (const [name, seconds] of [
    [`${session}0`, 61],
    [session, 60],
  ] as const) {
    const left = join(payloadsFolder(home.data), `claude-code.Stop.${name}`)
    writeFileSync(left, JSON.stringify(claudeCode.payload('end', turn, transcript)))
    const at = new Date(Date.now() - seconds * 1000)
    utimesSync(left, at, at)
  }
}

const spoolOf = (home: Home) => openSpool(home.data, process.pid, () => false)

const takeIn: InLoop = async (loop, home) => {
  const { fault } = await drain(loop, spoolOf(home), { wait: true })
  if (fault !== undefined) throw fault
}

/** A home in which sessions were had, with events put aside for some. */
const had = (spooled: readonly string[]): InLoop => {
  return async (_loop, home) => {
    for (const session of new Set([...SESSIONS, ...spooled])) write(claudeCode, home.root, turnOf(session))
    for (const session of spooled) put(home, session)
  }
}

/** What hooks put aside and what is read from it. */
export const EVENTS: readonly Scenario[] = [
  {
    ...scenario('a hook puts an event aside', had([]), async () => {}),
    async act(home) {
      try {
        put(home, 'a')
      } catch (cause) {
        // A hook is silent whatever happens: no words of the spool's reach anybody.
        throw Object.assign(new Error('nothing was put aside', { cause }), { code: 'storage_unavailable' })
      }
    },
    next: takeIn,
  },
  { ...scenario('drain the spool', had(SESSIONS), takeIn), next: takeIn },
  {
    ...scenario(
      'drain what hooks have left',
      async (_loop, home) => {
        for (const session of SESSIONS) leave(home, session)
      },
      takeIn,
    ),
    next: takeIn,
  },
  {
    ...scenario('draft from several streaks', had(MANY_SESSIONS), takeIn),
    next: takeIn,
    several: true,
    together: true,
  },
  {
    ...scenario(
      'try again what was put aside',
      async (loop, home) => {
        await had(SESSIONS)(loop, home)
        const spool = spoolOf(home)
        for (let job = spool.claim(new Date()); job !== undefined; job = spool.claim(new Date()))
          spool.putAside(job, 'it could not be read')
      },
      async (loop, home) => {
        try {
          spoolOf(home).tryAgain()
        } catch (cause) {
          // The command says it in its own words.
          throw Object.assign(new Error('nothing was tried again', { cause }), { code: 'storage_unavailable' })
        }
        await loop.upkeep.tryAgain()
        await takeIn(loop, home)
      },
    ),
    next: takeIn,
    several: true,
  },
]
