/** A port as one has it that answers at once: what its promise would give is returned, a rejection is thrown. */
export type Sync<Port> = {
  readonly [M in keyof Port]: Port[M] extends (...given: infer A) => Promise<infer R> ? (...given: A) => R : never
}

/** The port over methods that answer at once; `run` does the work of a call on those that hold now. */
export const asynchronous = <Port>(methods: Sync<Port>, run: Run<Sync<Port>>): Port =>
  Object.fromEntries(
    Object.keys(methods).map((name) => [
      name,
      async (...given: unknown[]) => run((now) => (now[name as keyof Port] as Method)(...given)),
    ]),
  ) as Port

/** Runs the work of a call, as often as that needs. */
export type Run<Methods> = <R>(work: (now: Methods) => R) => R

type Method = (...given: unknown[]) => unknown
