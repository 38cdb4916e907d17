import type { Report } from './report.ts'

const SECOND_MS = 1_000

/** Shows on a terminal what goes on, and for how long, until it is done. */
export async function during<T>(report: Pick<Report, 'progress'>, what: string, work: Promise<T>): Promise<T> {
  let seconds = 0
  report.progress(`${what} …`)
  const timer = setInterval(() => report.progress(`${what} … ${++seconds} s`), SECOND_MS)
  try {
    return await work
  } finally {
    clearInterval(timer)
    report.progress(undefined)
  }
}
