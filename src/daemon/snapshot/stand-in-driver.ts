import { readSync, writeSync } from 'node:fs'
import type { Sqlite } from '../../store/sqlite/driver.ts'
import { asBytes, type DriverCall, type DriverReply } from './serve-driver.ts'

/**
 * A driver whose databases another process opens (`serveDriver`), asked through an open file. For a process that makes a
 * snapshot: none can be made once an addon was loaded. It has what an answer to a prompt calls.
 */
export function standInDriver(file: number): typeof Sqlite {
  const chunk = Buffer.alloc(64 * 1024)

  function call(asked: DriverCall): DriverReply {
    writeSync(file, `${JSON.stringify(asked)}\n`)
    let line = ''
    while (!line.endsWith('\n')) {
      const bytes = readSync(file, chunk)
      if (bytes === 0) throw new Error('the process with the database has ended')
      line += chunk.toString('latin1', 0, bytes)
    }
    const reply = JSON.parse(Buffer.from(line, 'latin1').toString('utf8'), asBytes) as DriverReply
    if (reply.error !== undefined) throw Object.assign(new Error(reply.error), { code: reply.code })
    return reply
  }

  class Remote {
    readonly id: number
    constructor({ made = 0 }: DriverReply) {
      this.id = made
    }
    ask(name: string, ...given: readonly unknown[]): unknown {
      return call({ on: this.id, name, given }).value
    }
  }

  class Statement extends Remote {
    run = (...given: readonly unknown[]) => this.ask('run', ...given)
    get = (...given: readonly unknown[]) => this.ask('get', ...given)
    all = (...given: readonly unknown[]) => this.ask('all', ...given)
    iterate = (...given: readonly unknown[]) => (this.ask('all', ...given) as unknown[]).values()
    raw = () => this.set('raw')
    pluck = () => this.set('pluck')
    private set(name: string): this {
      this.ask(name)
      return this
    }
  }

  class Database extends Remote {
    constructor(...given: readonly unknown[]) {
      super(call({ given }))
    }
    get inTransaction() {
      return this.ask('inTransaction') === true
    }
    get open() {
      return this.ask('open')
    }
    get name() {
      return this.ask('name')
    }
    prepare = (sql: string) => new Statement(call({ on: this.id, name: 'prepare', given: [sql] }))
    pragma = (...given: readonly unknown[]) => this.ask('pragma', ...given)
    exec = (sql: string) => void call({ on: this.id, name: 'exec', given: [sql] })
    close = () => void call({ on: this.id, name: 'close', given: [] })

    transaction(work: (...given: readonly unknown[]) => unknown) {
      const by =
        (begin: string) =>
        (...given: readonly unknown[]) =>
          this.whole(begin, () => work(...given))
      const ways = { deferred: by('BEGIN'), immediate: by('BEGIN IMMEDIATE'), exclusive: by('BEGIN EXCLUSIVE') }
      return Object.assign(by('BEGIN'), { default: by('BEGIN'), ...ways })
    }

    private whole(begin: string, work: () => unknown): unknown {
      const [first, last, back] = this.inTransaction
        ? ['SAVEPOINT inner', 'RELEASE inner', 'ROLLBACK TO inner; RELEASE inner']
        : [begin, 'COMMIT', 'ROLLBACK']
      this.exec(first)
      try {
        const result = work()
        this.exec(last)
        return result
      } catch (error) {
        if (this.inTransaction) this.exec(back)
        throw error
      }
    }
  }
  return Database as unknown as typeof Sqlite
}
