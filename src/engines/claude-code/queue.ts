import type { Fields } from '../../domain/json-value.ts'
import { textOf } from '../../transcript/reader.ts'

/**
 * What was typed while the agent worked, as its session file tells of the queue. `remove` puts it before the model in the
 * middle of the run; newer versions then also write it as an attachment, which says whose it is, older ones (2.1.96) do not.
 */
export class MessageQueue {
  #waiting: string[] = []
  #removed: string[] = []

  told({ operation, content }: Fields): void {
    const text = textOf(content)
    if (operation === 'enqueue' && text !== undefined) this.#waiting.push(text)
    else if (operation === 'popAll') this.#waiting = []
    else if (operation === 'dequeue') this.#waiting.shift()
    else if (operation === 'remove') {
      const place = text === undefined ? 0 : this.#waiting.indexOf(text)
      if (place >= 0) this.#removed.push(...this.#waiting.splice(place, 1))
    }
  }

  /** An attachment tells of what was removed. */
  attached(): void {
    this.#removed = []
  }

  /** What was removed and no attachment told of, before the model's next message; once. */
  takeUntold(): readonly string[] {
    const untold = this.#removed
    this.#removed = []
    return untold
  }
}
