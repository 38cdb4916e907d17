import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { running, type Told } from '../../../src/cli/daemon-peer.ts'
import { type Finished, Home, type Invocation } from '../../cli/command-line.ts'
import { type Agent, type Turn, write } from './agents.ts'

interface Said {
  readonly turns: number
  readonly spooled: number
  readonly put_aside: number
  readonly daemon: number | null
  readonly skills: object
}

/** A home with agents in it, and what they call. */
export class AgentHome extends Home {
  /** Calls the hook as the agent does. */
  hook(agent: Agent, event: 'prompt' | 'end' | 'sessionEnd', turn: Turn, how: Invocation = {}): Promise<Finished> {
    const payload = agent.payload(event, turn, join(this.root, agent.file(turn.session)))
    // What is held out would be left to chance.
    const words = ['hook', agent.engine, agent.events[event], '--router-holdout=0']
    return this.run(words, { ...how, stdin: JSON.stringify(payload) })
  }

  /** A whole session of one turn: its file is written, and both ends are told. */
  async session(agent: Agent, turn: Turn): Promise<void> {
    write(agent, this.root, turn)
    silent(await this.hook(agent, 'end', turn))
    silent(await this.hook(agent, 'sessionEnd', turn))
  }

  /** A daemon of this home, ended with the test. */
  async daemon(how: Invocation = {}): Promise<ChildProcess> {
    const child = this.start(['daemon', 'run'], how)
    onTestFinished(() => void child.kill('SIGKILL'))
    await this.until(async () => (await this.heard())?.pid === child.pid)
    return child
  }

  /** What the daemon of this home says of itself, by its socket; undefined where none answers. */
  heard(): Promise<Told | undefined> {
    return running(this.data)
  }

  /** Looks again and again until there is something, and gives that. */
  async until<T>(look: () => Promise<T | false | undefined>): Promise<T> {
    for (;;) {
      const found = await look()
      if (found !== false && found !== undefined) return found
      await wait(20)
    }
  }

  /** How many turns were recorded, without taking any in. */
  async recorded(): Promise<number> {
    return (await this.within((loop) => loop.upkeep.tally())).turns
  }

  /** What the command says; asked again while it takes events in, since it reads for a limited time. */
  async status(): Promise<Said> {
    let waiting = Number.POSITIVE_INFINITY
    for (;;) {
      const said: Said = (await this.run(['status', '--json'])).json()
      if (said.spooled === 0 || said.spooled >= waiting) return said
      waiting = said.spooled
    }
  }
}

/** Expects of a hook that it had nothing to answer. */
export function silent({ code, stdout, stderr }: Pick<Finished, 'code' | 'stdout' | 'stderr'>): void {
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' })
}
