/** Runs something after a second in which more of the same may come; a process that is done does not wait for it. */
export function later(run: () => void): () => void {
  const timer = setTimeout(run, 1000).unref()
  return () => clearTimeout(timer)
}

/** Builds a part once, when it is first asked for. */
export function lazily<T>(build: () => Promise<T>): () => Promise<T> {
  let part: Promise<T> | undefined
  return () => {
    part ??= build()
    return part
  }
}
