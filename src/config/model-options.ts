import { HEADLESS } from '../engines/engines.ts'
import { type OptionRow, oneOf, text, webAddress, whole } from './option-values.ts'

/** Options of the models that can be asked: for what texts mean, and for proposals of skills. */
export const MODEL_OPTIONS = {
  'model.provider': {
    default: 'none',
    inProject: 'none',
    ...oneOf('none', 'openai', 'anthropic', 'agent', 'handoff'),
    words:
      'Language model that may propose skills: none, an OpenAI-compatible API, the Messages API, an agent run headless, or a folder of questions for others to answer',
  },
  'model.url': {
    ...webAddress,
    words: 'Base of the API, such as http://localhost:11434/v1, to which redacted excerpts of sessions are sent',
  },
  'model.name': {
    ...text,
    words:
      'The model; its key, if it needs one, is read from WAYLAND_MODEL_KEY, else from model.key beside config.json',
  },
  'model.agent': {
    ...oneOf(...HEADLESS),
    words: 'The agent that provider agent runs: headless, without tools, in an empty folder',
  },
  'model.background': {
    default: 'on',
    ...oneOf('on', 'off'),
    words:
      'Whether the daemon reviews sessions by itself, one at a time while nothing else waits; off: only "learn" asks',
  },
  'model.timeoutMs': {
    default: 120_000,
    ...whole(1_000, 3_600_000),
    words: 'Milliseconds that one call may take; all calls of a review may take as long, and at least two minutes',
  },
  'model.dailyTokens': {
    default: 200_000,
    ...whole(0, 1_000_000_000),
    words: 'Tokens that all calls of a day may cost; a call that may pass it is not made',
  },
  'model.maxCallsPerRun': {
    default: 20,
    ...whole(0, 100_000),
    words: 'Calls that one command or one review in the background may make',
  },
  'model.childrenPerHour': {
    default: 20,
    ...whole(0, 10_000),
    words: 'Agents that may be started in an hour with provider agent',
  },
} as const satisfies Readonly<Record<string, OptionRow>>
