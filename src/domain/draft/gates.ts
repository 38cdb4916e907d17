import { isReproach } from '../correction/signs.ts'
import { askedBesidePaste } from '../grouping/asked.ts'
import { REQUEST_GATES, type RequestGate } from './gate-names.ts'
import { isPaste } from './paste.ts'
import { pointsBack } from './pointing.ts'
import { isQuestion, setsTask } from './question.ts'
import { type RequestWords, requestWords } from './request-words.ts'

/** Why a request does not count as evidence of a recurring task, for the receipt and the log. */
export interface Refusal {
  readonly gate: RequestGate
  readonly reason: string
}

export interface GateContext {
  /** Gates that are off. */
  readonly off?: readonly RequestGate[]
  /** What its run did; absent where that is unknown. */
  readonly run?: RequestedRun
}

/** A run as its request is judged by it. */
export interface RequestedRun {
  /** It did anything but look, check and keep house: what it answered was a task. */
  readonly acted: boolean
  /** It did something that the request names. */
  readonly asked: boolean
}

/**
 * The first gate that refuses a request as evidence, or undefined. A request must name a task without the earlier
 * messages of its session: only its text is read, and what its run did. English is covered best; unknown wording passes.
 */
export function requestGate(text: string, { off = [], run }: GateContext = {}): Refusal | undefined {
  const asked = askedBesidePaste(text) ?? text
  const words = requestWords(asked.slice(0, MAX_READ))
  const gate = REQUEST_GATES.find(
    (name) => !(off.includes(name) || isMet(name, asked, run)) && REFUSES[name](asked, words),
  )
  return gate === undefined ? undefined : { gate, reason: REASONS[gate] }
}

/** Whether the run shows that there was a task. A slash command is one that is there already. */
const isMet = (gate: RequestGate, asked: string, run: RequestedRun | undefined): boolean =>
  run !== undefined &&
  ((gate === 'question' && run.acted) ||
    ((gate === 'bare_command' || gate === 'thin') && run.asked && !/^\s*[/!]/.test(asked)))

/** Characters that are read; longer than any request that passes. */
const MAX_READ = 2_000

const REFUSES: Readonly<Record<RequestGate, (text: string, words: RequestWords) => boolean>> = {
  pasted_log: isPaste,
  acknowledgement: (text, { objects, verbs, answers, pointers }) =>
    (objects.length === 0 && (answers.length > 0 || (verbs.length === 0 && pointers.length === 0))) || isReply(text),
  anaphora: (text, { objects, pointers }) =>
    (objects.length === 0 && pointers.length > 0) || pointsBack(text) || MENTIONS.test(text),
  bare_command: (text, { objects, verbs }) => (objects.length === 0 && verbs.length > 0) || COMMAND_LINE.test(text),
  skill_call: (text) => SKILL_CALL.test(text),
  thin: (text, { objects, verbs }) => new Set([...objects, ...verbs]).size + (SAYS_MORE.test(text) ? 1 : 0) < 2,
  question: isQuestion,
  correction: isReproach,
}

const REASONS: Readonly<Record<RequestGate, string>> = {
  pasted_log: 'the request is pasted text: longer than 700 characters, a line of a terminal, or three lines of a log',
  acknowledgement: 'the request answers or acknowledges and names no task',
  anaphora: 'the request points at something said before and does not name it',
  bare_command: 'the request is a bare command',
  skill_call: 'the request calls for a skill that is there',
  thin: 'the request has fewer than two words that say what it is about',
  question: 'the request asks a question and sets no task',
  correction: 'the request says what was wrong with the run before it, and sets no task',
}

/** A version, an issue number, or "go through"/"go over": counts as one more word. */
const SAYS_MORE = /\d\.\d|\d{2}|\bgo (?:through|over)\b/i

/** Nothing but files that are named for the agent to read: "@conventions.md". */
const MENTIONS = /^\s*(?:@[\w./:-]+[\s,]*)+$/

/** A slash command or a short shell command line, and nothing else. */
const COMMAND_LINE =
  /^\s*(?:[/!$]\s*[\w:.-]+(?:\s+-{0,2}[\w./:=-]+){0,2}|(?:git|gh|npm|npx|pnpm|yarn|bun|node|python3?|pip|uv|cargo|make(?!\s+[\w-]+\s+\w)|go(?=\s+(?:build|test|run|vet|mod|get|install|fmt|generate|work|tool)\b)|mise|docker|kubectl|ls|cd|cat|rm|cp|mv|mkdir|grep|rg|find(?=\s+[-./~])|pytest|jest|vitest|tsc|eslint)(?:\s+(?!(?:is|are|fails?|failing|failed|broke|doesn't|won't)\b)-{0,2}[\w./:=@-]+){0,3})\s*$/

/**
 * "Use the release skill", "with the pdf skill": an existing skill is used. Work on a skill is a task and not matched.
 */
const SKILL_CALL =
  /(?<!\b(?:did|when|if|i|we|they) )\b(?:us(?:e|ing)|run|invoke|call|load|apply|execute|activate|try|with|via|through|follow) (?:(?:the|this|that|my|our|your)\s+)?(?:(?!(?:to|and|for|in|a|an|new)\b)[\w./:"'`-]+\s+){0,4}skills?\b(?!\s+(?:file|folder|loader|format|system|section|tests?|code)s?\b)/i

/**
 * Whether a message answers a question of the agent and sets no task of its own: it begins with yes or no, or with "I
 * don't know" and the like. Its meaning depends on the question.
 */
const isReply = (text: string): boolean => REPLIES.test(text.trimStart()) && !setsTask(text)

const REPLIES =
  /^(?:(?:yes|yeah|yep|yup|no|nope|nah|agreed|exactly|correct|indeed|true)\b(?!\s*:)|(?:(?:sorry|hm+|well|unfortunately)\b[\s,.]*)?(?:i (?:do not|don['’]?t|cannot|can['’]?t) (?:know|remember|recall|think|mind|care|have)\b|i['’]?m not sure\b|not sure\b|no idea\b))/i
