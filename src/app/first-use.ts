import { builtOnce } from '../service/built-once.ts'

/**
 * A service that each call reaches anew: built by the first one, or opened again after it rested. All that is used of it
 * are methods that return promises; what is in `ready` is taken from there.
 */
export function reached<T extends object>(
  reach: (work: (service: T) => unknown) => Promise<unknown>,
  ready: Partial<T> = {},
): T {
  return new Proxy(ready as T, {
    get(known, name) {
      // `await` calls a `then`, and `JSON.stringify` a `toJSON`.
      if (name in known || typeof name === 'symbol' || name === 'then' || name === 'toJSON')
        return known[name as keyof T]
      return (...given: readonly unknown[]) => reach((service) => (service[name as keyof T] as Call)(...given))
    },
  })
}

type Call = (...given: readonly unknown[]) => unknown

/** A service that is built by its first call. */
export function onFirstUse<T extends object>(build: () => Promise<Partial<T>>, ready: Partial<T> = {}): T {
  const built = builtOnce(build)
  return reached<T>(async (work) => await work((await built()) as T), ready)
}
