import { NOTICE } from '../../../src/domain/draft/body-ends.ts'
import type { Draft } from '../../../src/domain/draft/compose.ts'
import { MAX_DESCRIPTION } from '../../../src/domain/skill.ts'
import { EVIDENCE_FILE } from '../../../src/domain/skill-deed.ts'
import { parseSkillMd } from '../../../src/domain/skill-md-format.ts'
import { isSafeName } from '../../../src/domain/skill-reference.ts'

/** What an engine would run, expand, read as markup or hide; `$HOME` and `$(date)` are the shell's. */
const LIVE =
  /!`|```!|\$\{?(?:ARGUMENTS|\d|CLAUDE_)|<\/|<(?:system|script|img|skill|user|assistant)(?![\w-])|\{\{|!\{|@\{|@@skill=|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/iu

/** Rules of the Agent Skills format that a draft breaks, and live text in any of its files. */
export function brokenRules(draft: Draft): readonly string[] {
  const parsed = parseSkillMd(draft.skillMd)
  const rules: Readonly<Record<string, boolean>> = {
    'the name is safe': isSafeName(draft.name),
    'the name is in the front matter': parsed.name === draft.name,
    'no other keys': Object.keys(parsed.extra).length === 0,
    'a short description': [...parsed.description].length <= MAX_DESCRIPTION,
    'a description on one line': !parsed.description.includes('\n'),
    // The reference parser splits at the first three hyphens, quoted or not.
    'three hyphens twice': draft.skillMd.split('---').length === 3,
    'the notice': parsed.body.includes(NOTICE),
    'SKILL.md is a file': draft.files.get('SKILL.md') === draft.skillMd,
    'the evidence is pointed at': draft.skillMd.includes(EVIDENCE_FILE),
  }
  const live = [...draft.files.values()].map((content) => LIVE.exec(content)).filter((match) => match !== null)
  return [
    ...Object.keys(rules).filter((rule) => rules[rule] === false),
    ...live.map(({ input, index }) => `live: ${input.slice(Math.max(0, index - 30), index + 30)}`),
  ]
}
