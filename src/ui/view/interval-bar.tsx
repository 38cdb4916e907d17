import type { Lift } from '../../domain/lift/lift.ts'

const WIDTH = 200
const MIDDLE = 8

const place = (value: number): string => (((Math.min(1, Math.max(-1, value)) + 1) / 2) * WIDTH).toFixed(1)

/** The lift of a skill with its 95 % interval on a line from -100 to +100 points; the words beside it say the same. */
export function IntervalBar({ of: { pooled, verdict } }: { readonly of: Pick<Lift, 'pooled' | 'verdict'> }) {
  const tone = verdict.endsWith('helps') ? 'good' : verdict.endsWith('harms') ? 'bad' : 'even'
  const [low, high] = [place(pooled.low), place(pooled.high)]
  return (
    <svg class={`interval ${tone}`} viewBox={`0 0 ${WIDTH} ${2 * MIDDLE}`} aria-hidden="true">
      <line class="axis" x1="0" x2={String(WIDTH)} y1={String(MIDDLE)} y2={String(MIDDLE)} />
      <line class="zero" x1={place(0)} x2={place(0)} y1="1" y2={String(2 * MIDDLE - 1)} />
      <line class="band" x1={low} x2={high} y1={String(MIDDLE)} y2={String(MIDDLE)} />
      <circle class="dot" cx={place(pooled.lift)} cy={String(MIDDLE)} r="4" />
    </svg>
  )
}
