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
]
