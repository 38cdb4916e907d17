import { setFlagsFromString } from 'node:v8'

// Of this process, not for a host's: V8 goes by programs that do one thing for long on a machine of their own.

/**
 * Has this process collect old garbage once its heap has grown by so much, in percent of what was alive. V8 goes by the
 * machine's memory and waits for three to four times of it: an import of 120 MB took 366 MB of memory for 50 that were
 * alive, and takes 222 in 6 % more processor time (measured).
 */
export const keepHeapLean = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH}`)

/**
 * Has this process keep what is new in the space that it has now, two to four megabytes; V8 takes up to 48, of which an import
 * needs none: its memory fell from 219–234 MB to 197–199, its processor time did not change (measured).
 */
export const keepNewSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1')

/**
 * Has V8 optimise a function once it has run a million bytes of its code, not 67,584. A history of turns runs many functions
 * a little: of 1,132 turns V8 optimised 927 and `observe` took 8.9 s of processor time, 253 and 6.8 s with this (measured); an
 * import of 10,000 turns takes as long with either. V8 refuses kept code that is loaded afterwards, which a few turns do
 * not make up for. Of the first 6,000 events of a daemon optimising took a fifth of its processor time. V8 12 (Node 22) counts calls
 * instead, 3,000: with 30,000 `observe` takes .76 to .86 of the processor time (three pairs).
 */
export function optimiseLate(): void {
  const counts = Number.parseInt(process.versions.v8, 10) >= 12
  setFlagsFromString(counts ? `--invocation-count-for-turbofan=${CALLS}` : `--interrupt-budget=${BUDGET}`)
}

const GROWTH = 60
const BUDGET = 1_000_000
const CALLS = 30_000
