import { createInterface } from 'node:readline'

export interface Asking {
  /** What was typed, in lower case and without blanks around it; undefined once the person has ended the input. */
  ask(question: string): Promise<string | undefined>
  close(): void
}

/** Whether a person on the terminal says yes; undefined where there is none. */
export async function saysYes(question: string): Promise<boolean | undefined> {
  const asking = terminalAsking()
  const answer = await asking?.ask(question)
  asking?.close()
  return asking && (answer === 'y' || answer === 'yes')
}

/** Asks on the terminal; undefined where input or output is none. */
export function terminalAsking(): Asking | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined
  const lines = createInterface({
    input: process.stdin,
    output: process.stdout,
  })
  // While it listens the terminal sends no signal; without this, Ctrl-C would end the questions and not the work.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  let hasEnded = false
  const ended = new Promise<undefined>((done) => {
    lines.once('close', () => {
      hasEnded = true
      done(undefined)
    })
  })
  return {
    ask: async (question) =>
      hasEnded
        ? undefined
        : await Promise.race([
            ended,
            new Promise<string>((answer) => lines.question(question, (text) => answer(text.trim().toLowerCase()))),
          ]),
    close() {
      hasEnded = true
      lines.close()
    },
  }
}
