import type { Course } from './course.ts'

/** Lines of the skill's text that stand in no hint and need no escaping in JSON. */
export async function textOf({ home, skill }: Course): Promise<readonly string[]> {
  const { body, description } = await home.json<{ body: string; description: string }>(['show', skill])
  return body.split('\n').filter((line) => /^[\w ,.:;'`#-]{16,}$/.test(line) && !description.includes(line))
}
