import { credible, type RateProbability } from '../../domain/routing/credible.ts'

const WIDTH = 320
const HEIGHT = 120
/** Room for the numbers of the axis. */
const FOOT = 20
const MARGIN = 20
/** Share of the probability that the marked part holds. */
const SHARE = 0.9

/** The router's posterior of a skill's success rate: a picture for the eye, and the same in words. */
export function Posterior({ mean, rates }: { readonly mean: number; readonly rates: readonly RateProbability[] }) {
  const { low, high } = credible(rates, SHARE)
  const bars = barsOf(rates)
  const highest = Math.max(...bars.map(({ density }) => density))
  const ground = HEIGHT - FOOT
  return (
    <figure class="posterior">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {bars.map(({ rate, from, to, density }) => (
          <rect
            class={rate >= low && rate <= high ? 'likely' : 'rest'}
            x={place(from)}
            width={(Number(place(to)) - Number(place(from)) - 0.5).toFixed(1)}
            y={(ground - ((ground - 8) * density) / highest).toFixed(1)}
            height={(((ground - 8) * density) / highest).toFixed(1)}
          />
        ))}
        <line class="mean" x1={place(mean)} x2={place(mean)} y1="2" y2={String(ground)} />
        <line class="axis" x1={place(0)} x2={place(1)} y1={String(ground)} y2={String(ground)} />
        {[0, 0.5, 1].map((rate) => (
          <text x={place(rate)} y={String(HEIGHT - 5)} text-anchor="middle">{`${rate * 100} %`}</text>
        ))}
      </svg>
      <figcaption>
        {`Where it fits, the router expects success in ${percent(mean)} of the tasks (the line): ${percent(SHARE)} of its posterior lies between ${percent(low)} and ${percent(high)} (the coloured part).`}
      </figcaption>
    </figure>
  )
}

/** Density of each rate over the part of 0 to 1 that it stands for, which is narrower at the ends. */
function barsOf(rates: readonly RateProbability[]) {
  return rates.map(({ rate, probability }, i) => {
    const from = i === 0 ? 0 : (rate + rates[i - 1]!.rate) / 2
    const to = i === rates.length - 1 ? 1 : (rate + rates[i + 1]!.rate) / 2
    return { rate, from, to, density: probability / (to - from) }
  })
}

const place = (rate: number): string => (MARGIN + rate * (WIDTH - 2 * MARGIN)).toFixed(1)

const percent = (share: number): string => `${Math.round(share * 100)} %`
