/** The beginning of a message, taken apart: what the person says, and what is pasted or quoted. */
export interface Reading {
  /** How it begins, in lower case and without apostrophes. */
  readonly opening: string
  /** The person's own first sentences, without links and names. */
  readonly sentences: readonly Sentence[]
  /** Lines of a terminal, a log or a stack trace. */
  readonly pasted: string
}

export interface Sentence {
  readonly text: string
  /** `aside`: a condition, or what another text says. */
  readonly kind: 'statement' | 'task' | 'question' | 'aside'
  readonly words: number
}

/** Undefined for a message without words. */
export function readingOf(text: string): Reading | undefined {
  const lower = text.slice(0, OPENING).normalize('NFKC').toLowerCase().replace(/[’‘']/g, '').trim()
  if (lower === '') return undefined
  const lines = lower.split('\n')
  const own = firstParagraph(lines.map((line) => (PASTED.test(line) || QUOTED.test(line) ? '' : line.trim())))
  const sentences = own
    .replace(NAMES, 'x')
    .split(/(?<=[.!?。！？])\s+|\n/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .slice(0, SENTENCES)
    .map((sentence) => ({ text: sentence, kind: kindOf(sentence), words: sentence.split(/\s+/).length }))
  return { opening: own.slice(0, SAID), sentences, pasted: lines.filter((line) => PASTED.test(line)).join('\n') }
}

/**
 * The first lines that stand together. What follows adds a request, or was typed while the agent worked on it, and says
 * nothing of the run before.
 */
function firstParagraph(lines: readonly string[]): string {
  const start = lines.findIndex((line) => line !== '')
  const end = lines.indexOf('', start)
  return start < 0
    ? ''
    : lines
        .slice(start, end < 0 ? undefined : end)
        .join('\n')
        .slice(0, OWN)
}

/** Characters of a message that are read; a rejection stands at its beginning, before what it pastes. */
const OPENING = 4_000
const OWN = 400
const SAID = 240
const SENTENCES = 4

const QUOTED = /^\s{0,20}>/
/** A line of a terminal, a log, a stack trace or code. */
const PASTED = /^\s{0,20}(?:[❯$%{}[]|at\s|\d{1,6}\s?\||[\w.-]{1,40}@[\w-]{1,40}\s)/

/** What holds words that the person does not say: addresses, mentions and code. */
const NAMES = /https?:\S{1,400}|@[\w./-]{1,200}|`[^`\n]{1,200}`/g

function kindOf(sentence: string): Sentence['kind'] {
  if (TASK.test(sentence)) return 'task'
  if (QUESTION.test(sentence) || (/[?？]\s*$/.test(sentence) && !TAGGED.test(sentence))) return 'question'
  return ASIDE.test(sentence) ? 'aside' : 'statement'
}

/** Words before the verb of a request: "ok, now can you please". */
const ASKED =
  '^(?:(?:ok(?:ay)?|now|then|so|yes|and|also|please|pls|just|can you|could you|can we|lets|let us|go ahead and|we (?:should|need to)|i want (?:you )?to|you (?:can|should)|make sure to)[,. ]{1,3}){0,6}'
const TASK = new RegExp(
  `${ASKED}(?:add|address|analy[sz]e|ask|build|change|check|clean|close|commit|compare|confirm|continue|convert|copy|create|delete|deploy|do|draft|ensure|examine|explain|extract|find|fix|generate|get|give|go ahead|help|implement|improve|initiali[sz]e|install|investigate|keep|list|log|look|make|merge|migrate|move|open|plan|proceed|publish|pull|push|put|read|rebase|refactor|remove|rename|resolve|review|run|save|set|show|simplify|spawn|start|summari[sz]e|take|tell|test|think|try|update|use|verify|wait|write)\\b`,
  'u',
)
const QUESTION = new RegExp(
  `${ASKED}(?:whats?|how|which|is|are|do|does|did|can|could|would|wouldnt|where|who|has|have|should|isnt|doesnt|when (?:do|does|is|are|will|can))\\b`,
  'u',
)
/** A statement with a question behind it: "still no output, why?". */
const TAGGED =
  /^(?!why|any|where|when|if|who)[^,?]{8,120}, (?:why|what|does|do|is|are|did|shouldnt|isnt|wasnt|doesnt|didnt|can|how)\b[^,]{0,80}[?？]\s*$/u
const ASIDE =
  /^(?:(?:and|but|also|so)\s)?(?:if|unless|in case|whether)\b|\b(?:says|mentions|describes|contains|explains)\b/
