/** What scans, and the preset that it scans by. */
export interface Rules {
  readonly lintSource: typeof import('@secretlint/core').lintSource
  readonly creator: typeof import('@secretlint/secretlint-rule-preset-recommend').creator
}

/** Loads secretlint's packages, which are ES modules only. Rejects where they are not installed. */
export async function loadRules(): Promise<Rules> {
  const [{ lintSource }, { creator }, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ])
  // It keeps every mark for ever and searches them at each: a daemon took seconds for a text after ten minutes of work.
  secretLintProfiler.mark = () => {}
  return { lintSource, creator }
}
