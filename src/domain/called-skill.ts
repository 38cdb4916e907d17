/**
 * Names of skills that a request calls in the syntax of coding agents, in order of appearance: `/name`, `/skill:name`
 * and `/skills name` at its beginning, `$name` anywhere. The caller checks whether such skills exist.
 */
export function calledSkills(request: string): readonly string[] {
  const text = request.slice(0, MAX_LOOKED_AT)
  const slash = /^\s*\/(?:skill:|skills\s{1,8})?([\w.-]{1,128})(?=\s|$)/.exec(text)?.[1]
  const dollars = [...text.matchAll(/(?<![\w$])\$([a-z0-9][\w-]{0,127})(?![\w-])/gi)].map(([, name]) => name as string)
  return slash === undefined ? dollars : [slash, ...dollars]
}

/** Characters of a request that are searched. */
const MAX_LOOKED_AT = 8_192
