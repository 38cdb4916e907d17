import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type Finished, Home, type Invocation } from '../../cli/command-line.ts'
import { type Agent, type Turn, write } from './agents.ts'

/** A home with agents in it, and what they call. */
export class AgentHome extends Home {
  /** Calls the hook as the agent does. */
  hook(agent: Agent, event: 'prompt' | 'end' | 'sessionEnd', turn: Turn, how: Invocation = {}): Promise<Finished> {
    const payload = agent.payload(event, turn, join(this.root, agent.file(turn.session)))
    return this.run(['hook', agent.engine, agent.events[event]], { ...how, stdin: JSON.stringify(payload) })
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
    await this.until(async () => (await this.daemonStatus()).running === true)
    return child
  }

  async daemonStatus(): Promise<Record<string, unknown>> {
    return (await this.run(['daemon', 'status', '--json'])).json()
  }

  async until(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) await wait(50)
  }

  async status(): Promise<{
    turns: number
    spooled: number
    put_aside: number
    daemon: number | null
    skills: object
  }> {
    return (await this.run(['status', '--json'])).json()
  }
}

/** A hook that had nothing to answer. */
export function silent({ code, stdout, stderr }: Finished): void {
  if (code !== 0 || stdout !== '' || stderr !== '')
    throw new Error(`not silent: ${JSON.stringify({ code, stdout, stderr })}`)
}
