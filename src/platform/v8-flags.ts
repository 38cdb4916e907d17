import type { setFlagsFromString } from 'node:v8'

/** A flag of V8, with the value that it gets here and the one that it has otherwise. */
type Flag = readonly [name: string, own: number, usual: number]

/**
 * Collects old garbage once the heap has grown by so much, in percent of what was alive. V8 goes by the machine's memory and
 * waits for three to four times of it: an import of 120 MB took 366 MB of memory for 50 that were alive, and takes 222 in
 * 6 % more processor time (measured).
 */
const LEAN: Flag = ['heap-growing-percent', 60, 0]

/**
 * Keeps what is new in the space that it has at first, two to four megabytes; V8 takes up to 48, of which an import needs
 * none: its memory fell from 219–234 MB to 197–199, its processor time did not change (measured).
 */
const SMALL: Flag = ['semi-space-growth-factor', 1, 2]

/**
 * Optimises a function once it has run a million bytes of its code, not 67,584. A history of turns runs many functions a
 * little: of 1,132 turns V8 optimised 927 and `observe` took 8.9 s of processor time, 253 and 6.8 s with this (measured); an
 * import of 10,000 turns takes as long with either. Of the first 6,000 events of a daemon optimising took a fifth of its
 * processor time. V8 12 (Node 22) counts calls instead, 3,000: with 30,000 `observe` takes .76 to .86 of the processor time.
 */
const LATE: Flag =
  Number.parseInt(process.versions.v8, 10) >= 12
    ? ['invocation-count-for-turbofan', 30_000, 3_000]
    : ['interrupt-budget', 1_000_000, 67_584]

/**
 * Compiles a regular expression to machine code when it first runs; V8 interprets it once and compiles it for the second
 * time. Safety and capabilities try hundreds of long ones on every draft: the first draft of a process takes 100 ms less of
 * processor time (measured).
 */
const AT_ONCE: Flag = ['regexp-tier-up-ticks', 0, 1]

const OF: Readonly<Record<string, readonly Flag[]>> = {
  import: [LEAN, SMALL, LATE, AT_ONCE],
  setup: [LATE, AT_ONCE],
  observe: [LATE, AT_ONCE],
  daemon: [LEAN, LATE],
}

const flags: Flag[] = []

/**
 * Sets flags of V8 for the command among these words, if it reads many turns; for this process, and never for a host's. A
 * word of the same name only costs a millisecond.
 */
export function setFlags(words: readonly string[]): void {
  const command = words.find((word) => Object.hasOwn(OF, word))
  flags.push(...(OF[command ?? ''] ?? []))
  put(([, own]) => own)
}

/** Compiles under the usual flags: V8 refuses code that was kept under others. */
export function underUsualFlags<R>(compile: () => R): R {
  put(([, , usual]) => usual)
  try {
    return compile()
  } finally {
    put(([, own]) => own)
  }
}

function put(value: (flag: Flag) => number): void {
  if (flags.length === 0) return
  // Not at the top: a hook does without.
  const v8 = process.getBuiltinModule('node:v8') as { readonly setFlagsFromString: typeof setFlagsFromString }
  for (const flag of flags) v8.setFlagsFromString(`--${flag[0]}=${value(flag)}`)
}
