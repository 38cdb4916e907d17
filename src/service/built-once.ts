/** Builds or loads something on first use and then keeps it. What failed is tried again by the next use. */
export function builtOnce<T>(build: () => Promise<T>): () => Promise<T> {
  let built: Promise<T> | undefined
  return async () => {
    built ??= build()
    try {
      return await built
    } catch (error) {
      built = undefined
      throw error
    }
  }
}
