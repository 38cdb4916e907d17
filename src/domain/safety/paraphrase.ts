import { type Rule, words } from './rule.ts'

/** Names for the instructions of a model in orders to drop them. */
const GIVEN =
  '(?:instructions?|directions?|directives?|rules?|guidelines?|guidance|polic(?:y|ies)|constraints?|restrictions?|prompts?|orders|guardrails?|safeguards?|programming|training|commands?)'
/** Words that say whose or which instructions; without them the sentence may be about any rules. */
const WHOSE =
  '(?:previous|prior|above|earlier|preceding|foregoing|existing|original|initial|your|system|safety|developer|all)'
const NAMED = `\\b${WHOSE}\\s(?:\\w{1,14}\\s){0,3}?${GIVEN}\\b`
const WHY = 'tells the model in other words to set aside the instructions it was given'

/** Overrides that say neither "ignore" nor "forget". */
export const PARAPHRASE: readonly Rule[] = [
  {
    rule: 'prompt-injection',
    severity: 'block',
    why: WHY,
    cues: words('aside attention heed regard mind away moot void bound obliged loyal'),
    pattern: new RegExp(
      [
        `\\b(?:set|put|leav|lay|cast|brush|push)\\w{0,4}\\saside\\s[^.\\n]{0,40}?${NAMED}`,
        `\\b(?:set|put|leav|lay|cast|brush|push)\\w{0,4}\\s[^.\\n]{0,40}?${NAMED}[^.\\n]{0,40}?\\saside\\b`,
        `\\b(?:pay|give)\\s(?:no|zero)\\s(?:attention|heed|regard|mind)\\sto\\s[^.\\n]{0,40}?(?:${NAMED}|\\bwhat\\s(?:you|came|was|were|the))`,
        `\\bdo\\saway\\swith\\s[^.\\n]{0,40}?${NAMED}`,
        `\\byou(?:\\sare|'re)\\s(?:no\\slonger|not)\\s(?:bound|restricted|limited|constrained|obliged|governed)\\sby\\b[^.\\n]{0,60}?\\b${GIVEN}\\b`,
      ].join('|'),
      'gi',
    ),
  },
  {
    rule: 'prompt-injection',
    severity: 'warn',
    why: WHY,
    cues: words(
      'longer void obsolete cancelled canceled revoked suspended superseded replaced lifted outdated overridden irrelevant null expired inapplicable',
    ),
    pattern: new RegExp(
      `${NAMED}[^.\\n]{0,50}?\\b(?:no\\slonger\\s(?:appl\\w{1,3}|bind\\w{0,3}|counts?|matters?|holds?|in\\s(?:force|effect)|valid)|(?:is|are|was|were|been|be|now)\\s(?:now\\s)?(?:void|obsolete|null|cancell?ed|revoked|suspended|superseded|replaced|lifted|outdated|overridden|irrelevant|expired|inapplicable))\\b`,
      'gi',
    ),
    judge: (match) =>
      /\b(?:your|system|previous|prior|above|earlier|original|safety)\b/i.test(match[0]) ? 'block' : 'warn',
  },
  {
    rule: 'prompt-injection',
    severity: 'warn',
    why: 'puts itself in the place of the model’s own instructions',
    cues: words('instructions prompt purpose objective mission directive directives persona'),
    pattern:
      /\b(?:treat|regard|consider|take)\s(?:this|these|the\sfollowing|what\sfollows)\s[^.\n]{0,30}?\bas\s(?:your|the)\s(?:\w{1,12}\s){0,2}?(?:system\sprompt|instructions|directives?)\b|\byour\s(?:real|true|actual|only|secret)\s(?:instructions?|task|purpose|goal|objective|mission|directives?)\s(?:is|are|:)/gi,
  },
]
