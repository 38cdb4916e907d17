import type { Decision } from './decision.ts'
import type { DraftReceipt, TurnReceipt } from './receipt.ts'

/** An event for viewers: a log, a progress line, a test. */
export type LoopEvent =
  | { readonly kind: 'turn'; readonly receipt: TurnReceipt }
  | { readonly kind: 'draft'; readonly receipt: DraftReceipt }
  /** So long a version took to make, and so many streaks it stands for. */
  | { readonly kind: 'version'; readonly skill: string; readonly streaks: number; readonly ms: number }
  | { readonly kind: 'decision'; readonly decision: Decision }
  /** So many skills are done of long work; without `of`, how many there are is not known. */
  | { readonly kind: 'progress'; readonly what: string; readonly done: number; readonly of?: number }
  | { readonly kind: 'repaired'; readonly what: string }
  | { readonly kind: 'warning'; readonly what: string; readonly cause?: unknown }

export type Tell = (event: LoopEvent) => void

/** Events queued per viewer; beyond that the oldest are dropped, because the loop does not wait for viewers. */
const MAX_BEHIND = 1024

/** One source, many viewers: each iterator yields the events emitted since it was created. */
export class EventStream {
  readonly #viewers = new Set<(event: LoopEvent | undefined) => void>()
  #closed = false

  tell(event: LoopEvent): void {
    for (const view of this.#viewers) view(event)
  }

  /** Ends every iterator after the events that it has queued. */
  close(): void {
    this.#closed = true
    for (const view of this.#viewers) view(undefined)
  }

  events(): AsyncIterableIterator<LoopEvent> {
    const queue: (LoopEvent | undefined)[] = this.#closed ? [undefined] : []
    let wake: (() => void) | undefined
    const view = (event: LoopEvent | undefined) => {
      if (queue.length >= MAX_BEHIND) queue.shift()
      queue.push(event)
      wake?.()
    }
    this.#viewers.add(view)
    const end = async (): Promise<IteratorResult<LoopEvent>> => {
      this.#viewers.delete(view)
      return { done: true, value: undefined }
    }
    return {
      async next() {
        while (queue.length === 0)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        const event = queue.shift()
        return event === undefined ? await end() : { done: false, value: event }
      },
      return: end,
      [Symbol.asyncIterator]() {
        return this
      },
    }
  }
}
