import { homeAt, openHome } from './home.ts'
import type { Open } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'
import { arm, disarm, type Fault } from './shim.ts'

/** What a child process is asked to do: one scenario in one prepared home, with one fault. */
export interface Task {
  readonly scenario: string
  readonly root: string
  readonly fault: Fault
}

/** What a child process says of a task that it lived through. */
export interface Done {
  readonly calls: number
  /** Whether there was a database; without one, which is told, nothing is promised to last. */
  readonly durable: boolean
  /** What it told of that went wrong without ending the act. */
  readonly warnings: readonly string[]
  readonly error?: { readonly code: string; readonly message: string }
}

process.on('message', (task: Task) => {
  process.send?.('begin')
  void act(task).then((done) => process.send?.(done))
})

/** Opening, acting and closing are all struck. What is thrown is told, not thrown: the judge decides. */
async function act({ scenario, root, fault }: Task): Promise<Done> {
  let durable = true
  const warnings: string[] = []
  const open: Open = async (home, options) => {
    const loop = await openHome(home, {
      ...options,
      onEvent: (event) => {
        if (event.kind === 'warning') warnings.push(event.what)
      },
    })
    durable = 'file' in loop.upkeep.database
    return loop
  }
  arm(fault)
  try {
    await SCENARIOS.find(({ name }) => name === scenario)?.act(homeAt(root), open)
    return { calls: disarm(), durable, warnings }
  } catch (error) {
    const calls = disarm()
    const { code, message } = error as { code?: string; message?: string }
    return { calls, durable, warnings, error: { code: code ?? 'none', message: message ?? String(error) } }
  }
}
