/**
 * Whether a request needs an earlier message to be understood: the object of its verb is a pronoun ("add this to the
 * changelog", "make it wider"). Not if it names the object later ("Fix this: …", a second sentence), or if the word is
 * a determiner ("fix this test").
 */
export function pointsBack(text: string): boolean {
  const request = text.trim()
  return (
    request.length <= MAX_LENGTH &&
    POINTING.test(request) &&
    !SAYS_MORE.test(request.replace(/(?<![.!?\s])[.!?\s]+$/, '')) &&
    !RECORDS.test(request)
  )
}

/** "Add this to CHANGELOG.md" is a recurring task with a different object each time. */
const RECORDS =
  /\b(?:add|append|document|include|log|mention|note|put|record|save|write)\b.{1,40}\b(?:in|into|to|under)\s+(?:(?:the|our|my|a)\s+)?(?:[\w./-]*\w\.(?:md|mdx|rst|txt|adoc|ya?ml|toml|json)\b|(?:\w+ )?(?:changelog|readme|docs|documentation|wiki|backlog|release notes|markdown file)\b)/i

/** Characters. A longer request names its object, whatever it begins with. */
const MAX_LENGTH = 120

const LEAD =
  "(?:(?:ok|okay|yes|yeah|yep|sure|great|perfect|nice|thanks|sorry|hm+|and|so|now|then|also|but|please|pls|just|maybe|again|can|could|would|will|you|we|let's|lets|let us|i want you to|i'd like you to|i need you to|we should|you should)\\b[\\s,.:!-]*)*"
const VERB =
  '(?:add|apply|address|change|check|clean up|cleanup|commit|copy|create|delete|do|document|extend|finish|fix|handle|implement|improve|include|investigate|make|mention|merge|move|note|push|put|redo|refactor|remove|rename|repeat|replace|revert|review|rewrite|run|save|simplify|test|try|undo|update|use|verify|write)'
/** Pronouns, and words that may also be determiners: those must be followed by a word that is no noun. */
const OBJECT =
  '(?:(?:it|them|something|everything)\\b(?!\\s+(?:so )?that\\b)|(?:this|that|these|those|the same|all of (?:it|this|that|them))(?=\\s*$|[\\s,]+(?:to|into|in|onto|on|from|for|as|at|with|by|of|about|over|and|or|but|so|too|also|again|now|then|there|here|please|instead|first|next|everywhere|properly|well)\\b|[.!?]))'

const POINTING = new RegExp(`^${LEAD}${VERB}\\s+(?:up\\s+|out\\s+)?${OBJECT}`, 'i')
const SAYS_MORE = /:\s|[.!?]\s+\S|\n/
