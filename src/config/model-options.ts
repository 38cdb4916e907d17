import { HEADLESS } from '../engines/engines.ts'
import { oneOf, text, webAddress, whole } from './option-values.ts'
import type { Option } from './settings.ts'

/** Options of the models that can be asked: for what texts mean, and for proposals of skills. */
export const MODEL_OPTIONS: readonly Option[] = [
  {
    key: 'model.provider',
    default: 'none',
    inProject: 'none',
    takes: 'none, openai, anthropic, agent or handoff',
    parse: oneOf('none', 'openai', 'anthropic', 'agent', 'handoff'),
    words:
      'Language model that may propose skills: none, an OpenAI-compatible API, the Messages API, an agent run headless, or a folder of questions for others to answer',
  },
  {
    key: 'model.url',
    default: null,
    takes: 'an http or https URL without a password',
    parse: webAddress,
    words: 'Base of the API, such as http://localhost:11434/v1, to which redacted excerpts of sessions are sent',
  },
  {
    key: 'model.name',
    default: null,
    takes: 'a name',
    parse: text,
    words:
      'The model; its key, if it needs one, is read from WAYLAND_MODEL_KEY, else from model.key beside config.json',
  },
  {
    key: 'model.agent',
    default: null,
    takes: `one of ${HEADLESS.join(', ')}`,
    parse: oneOf(...HEADLESS),
    words: 'The agent that provider agent runs: headless, without tools, in an empty folder',
  },
  {
    key: 'model.background',
    default: 'on',
    takes: 'on or off',
    parse: oneOf('on', 'off'),
    words:
      'Whether the daemon reviews sessions by itself, one at a time while nothing else waits; off: only "learn" asks',
  },
  {
    key: 'model.timeoutMs',
    default: 120_000,
    takes: 'a whole number from 1000 to 3600000',
    parse: whole(1_000, 3_600_000),
    words: 'Milliseconds that one call may take; all calls of a review may take as long, and at least two minutes',
  },
  {
    key: 'model.dailyTokens',
    default: 200_000,
    takes: 'a whole number from 0 to 1000000000',
    parse: whole(0, 1_000_000_000),
    words: 'Tokens that all calls of a day may cost; a call that may pass it is not made',
  },
  {
    key: 'model.maxCallsPerRun',
    default: 20,
    takes: 'a whole number from 0 to 100000',
    parse: whole(0, 100_000),
    words: 'Calls that one command or one review in the background may make',
  },
  {
    key: 'model.childrenPerHour',
    default: 20,
    takes: 'a whole number from 0 to 10000',
    parse: whole(0, 10_000),
    words: 'Agents that may be started in an hour with provider agent',
  },
]
