import { randomUUID } from 'node:crypto'
import { writePlan } from '../../src/domain/schedule/read-plan.ts'
import type { SchedulePlan } from '../../src/domain/schedule/schedule.ts'
import { nextFire } from '../../src/domain/schedule/when.ts'
import type { AgentEnd, AgentTask } from '../../src/service/schedule/agent-runner.ts'
import type { FiringLine } from '../../src/service/schedule/fire-recovery.ts'
import { createFiring, type Firing, type FiringParts } from '../../src/service/schedule/firing.ts'
import type { ScheduleRecord } from '../../src/store/ports/schedule-store.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { options } from '../store/sqlite/database.ts'

export const PLAN: SchedulePlan = {
  ...{ when: { kind: 'cron', expression: '0 9 * * *' }, zone: 'UTC', engine: 'pi', words: [], projectDir: '/tmp' },
  ...{ args: '', timeoutMs: 600_000, missed: 'once', overlap: 'skip' },
}
export const GOOD: AgentEnd = { how: 'succeeded', why: null, exitCode: 0, calls: [] }

export type Store = ReturnType<typeof openSqliteStore>

/** Daemons over one real database, with a clock and an agent of the test's own. */
export class FiringHome implements AsyncDisposable {
  clock: number
  readonly #file = options()
  readonly store = this.open()
  readonly #stores: Store[] = []
  readonly #alive = new Set<number>()
  #pid = 1_000
  readonly lines: FiringLine[] = []
  readonly turns: object[] = []
  readonly archived: string[] = []
  readonly begun: string[] = []
  readonly endedLeft: string[] = []
  /** What the agent does. */
  agent: (asked: AgentTask) => Promise<AgentEnd> = async () => GOOD

  constructor(begin: string) {
    this.clock = Date.parse(`${begin}Z`)
  }

  open(): Store {
    return openSqliteStore(this.#file)
  }

  async add(id: string, plan: Partial<SchedulePlan> = {}, more: Partial<ScheduleRecord> = {}): Promise<void> {
    const whole = { ...PLAN, ...plan }
    await this.store.addSchedule({
      ...{ id, skill: id, plan: writePlan(whole), same: id, state: 'active', reason: null },
      ...{
        nextAt: nextFire(whole.when, whole.zone, this.clock) ?? null,
        lookedAt: this.clock,
        createdAt: this.clock,
        ...more,
      },
    })
  }

  /** A daemon with a connection of its own; `kill` ends it as SIGKILL does. */
  daemon(changed: Partial<FiringParts> = {}): { readonly firing: Firing; tick(): Promise<void>; kill(): void } {
    const pid = this.#pid++
    // Opening one costs more than all that a test does with it.
    const store = this.#stores.length < 2 ? this.open() : (this.#stores.shift() as Store)
    this.#stores.push(store)
    this.#alive.add(pid)
    let isKilled = false
    // A process that was killed writes nothing any more.
    const own = new Proxy(store, {
      get(of, name) {
        if (isKilled) return () => new Promise(() => {})
        // All are kept, to be counted.
        return name === 'dropFires' ? async () => [] : Reflect.get(of, name)
      },
    })
    const firing = createFiring({
      ...{ store: own, pid, alive: (one) => this.#alive.has(one) },
      clock: { now: () => new Date(this.clock), newId: () => randomUUID() },
      skills: {
        render: async (name, args) => ({
          name,
          args,
          folder: '/',
          text: `${name} ${args}`,
          tools: [],
          files: [],
          allowedTools: [],
          version: '1',
        }),
        archive: async (name) => void this.archived.push(name),
      },
      runner: {
        agent: async () => ({ name: 'pi', isHere: true }),
        lacks: async () => undefined,
        run: async (asked) => {
          this.begun.push(asked.id)
          return await this.agent(asked)
        },
        endLeft: (id) => void this.endedLeft.push(id),
      },
      copies: {
        appendLog: async () => {},
        saveLog: async () => {},
        readLog: async () => undefined,
        dropLogs: () => {},
      },
      record: async (turn) => void this.turns.push(turn),
      ...changed,
    })
    const tick = async () =>
      await firing.tick({ signal: new AbortController().signal, tell: (line) => this.lines.push(line) })
    const kill = () => {
      isKilled = true
      this.#alive.delete(pid)
    }
    return { firing, tick, kill }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const store of [this.store, ...this.#stores]) await store[Symbol.asyncDispose]()
  }
}
