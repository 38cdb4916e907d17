import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { AgentHome } from '../agent-home.ts'
import { endGroup } from '../run-process.ts'
import { ENDED, INTERRUPTED, lasting, SILENCE } from '../tasks.ts'
import { abortByServer } from './opencode-server.ts'

/** How a run ended that was to be broken off. */
export interface Ending {
  /** Why it was not broken off where it should have been. */
  readonly failed?: string
}

/** Ctrl-C reaches the whole group of processes; who ends a program from elsewhere signals that one alone. */
export async function brokenOff(home: AgentHome, how: 'interrupted' | 'ended'): Promise<Ending> {
  // In the folder that is worked in: agents ask before they write elsewhere.
  const begun = join(home.work, `begun-${how}`)
  const isThere = () => (how === 'interrupted' ? existsSync(begun) : home.model.isSilent)
  const run = how === 'interrupted' ? { prompt: INTERRUPTED, steps: lasting(begun) } : { prompt: ENDED, steps: SILENCE }
  if (how === 'interrupted' && home.driver.abortsByServer) return await abortByServer(home, run, isThere)
  let wasThere = false
  await home.run({
    ...run,
    started: (child) =>
      void until(isThere, child).then((reached) => {
        wasThere = reached
        if (!reached || child.pid === undefined) return
        process.kill(how === 'interrupted' ? -child.pid : child.pid, how === 'interrupted' ? 'SIGINT' : 'SIGTERM')
        // Gemini CLI waits on for the model.
        setTimeout(() => child.exitCode ?? child.signalCode ?? endGroup(child), PATIENCE_MS).unref()
      }),
  })
  return wasThere ? {} : { failed: 'the run never came to where it was to be broken off' }
}

/** A program that is signalled has this long to end by itself. */
const PATIENCE_MS = 20_000

async function until(isThere: () => boolean, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    if (isThere()) {
      await wait(300)
      return true
    }
    await wait(50)
  }
  return false
}
