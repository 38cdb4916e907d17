import type { Database, Statement } from 'better-sqlite3'
import { kept } from './statements.ts'

/**
 * A database that is opened when it is first used, with statements that are prepared when they first run. Tables create all
 * their statements when they are built, and a command runs about a sixth of the 184; preparing all takes 5 ms of each
 * start (measured).
 */
export function deferred(open: () => Database): Database {
  const transaction = (work: (...given: unknown[]) => unknown) => {
    const made = kept(() => open().transaction(work))
    const as =
      (behaviour: 'deferred' | 'immediate') =>
      (...given: unknown[]) =>
        made()[behaviour](...given)
    return Object.assign(as('deferred'), { immediate: as('immediate') })
  }
  const used = {
    prepare: (sql: string) => new DeferredStatement(() => open().prepare<unknown[]>(sql)),
    transaction: transaction as Database['transaction'],
    pragma: (...given: Parameters<Database['pragma']>) => open().pragma(...given),
    exec: (sql: string) => open().exec(sql),
  }
  return used as unknown as Database
}

/** What the store uses of a statement. */
type Used = Pick<Statement, 'run' | 'get' | 'all' | 'iterate'>

class DeferredStatement implements Used {
  readonly #prepare: () => Statement
  readonly #statement: () => Statement

  constructor(prepare: () => Statement) {
    this.#prepare = prepare
    this.#statement = kept(prepare)
  }

  // Bound, so that a table hands them on as they are.
  readonly run: Used['run'] = (...given) => this.#statement().run(...given)
  readonly get: Used['get'] = (...given) => this.#statement().get(...given)
  readonly all: Used['all'] = (...given) => this.#statement().all(...given)
  readonly iterate: Used['iterate'] = (...given) => this.#statement().iterate(...given)

  pluck(): DeferredStatement {
    return new DeferredStatement(() => this.#prepare().pluck())
  }

  raw(): DeferredStatement {
    return new DeferredStatement(() => this.#prepare().raw())
  }
}
