/** A prompt as it was typed: `/skill:name` and what follows, where pi put the text of the skill. */
export function withSkillCalled(text: string): string {
  const name = /^<skill name="([^"\n]{1,128})" location="/.exec(text)?.[1]
  const end = name === undefined ? -1 : text.indexOf(SKILL_END)
  return end < 0 ? text : `/skill:${name} ${text.slice(end + SKILL_END.length).trimStart()}`.trimEnd()
}

const SKILL_END = '</skill>'
