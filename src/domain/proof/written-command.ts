import { type NamedStep, plain } from './named-step.ts'
import { stepsOfCalls } from './steps-of-run.ts'

/** The steps of a shell line in which `<placeholders>` may stand. */
export function writtenCommand(line: string): readonly NamedStep[] {
  // The parser takes `<` for a redirection.
  const hidden = line.replace(PLACEHOLDER, (word) => `${OPEN}${plain(word)}${CLOSE}`)
  return stepsOfCalls([{ tool: 'Bash', input: { command: hidden } }]).map((step) => {
    const texts = [...step.words, ...[...step.inputs.values()].flat()]
    return {
      ...step,
      open: texts.flatMap((text) => [...text.matchAll(HIDDEN)].map(([, name = '']) => name)),
      words: step.words.filter((word) => !word.includes(OPEN)),
      inputs: new Map([...step.inputs].filter(([, values]) => !values.some((value) => value.includes(OPEN)))),
    }
  })
}

/** Private-use characters in place of the brackets of a placeholder. */
const [OPEN, CLOSE] = ['\ue000', '\ue001']
const PLACEHOLDER = /<[a-z][\w .-]{0,39}>/gi
const HIDDEN = new RegExp(`${OPEN}([^${OPEN}${CLOSE}]{0,60})${CLOSE}`, 'g')
