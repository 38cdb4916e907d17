import type { Severity } from './rule.ts'

/** What is wrong with a link inside a skill. */
export interface LinkFinding {
  readonly severity: Severity
  readonly why: string
}

/**
 * Judges a link by its path in the skill's folder, the name of its target, and the paths that the folder has. A target
 * outside the folder blocks, since it is not scanned and can change later; a target inside is scanned under its own
 * path.
 */
export function linkFinding(path: string, target: string, paths: Iterable<string>): LinkFinding | undefined {
  const steps = target.split('/').filter((step) => step !== '' && step !== '.')
  const up = steps.findIndex((step) => step !== '..')
  const ups = up < 0 ? steps.length : up
  const folders = path.split('/').length - 1
  if (/^(?:[/\\]|[A-Za-z]:)/.test(target) || target.includes('\\') || ups > folders)
    return { severity: 'block', why: 'a link that leads out of the folder, to what is not looked at and may change' }
  // Behind another link, ".." leads elsewhere.
  if (steps.slice(ups).includes('..'))
    return { severity: 'block', why: 'a link that goes up again through a folder, so that its target cannot be known' }
  const inside = [...path.split('/').slice(0, folders - ups), ...steps.slice(ups)].join('/')
  for (const other of paths)
    if (inside === '' || other === inside || other === `${inside}/` || other.startsWith(`${inside}/`)) return undefined
  return { severity: 'warn', why: 'a link to nothing, which can be put there later' }
}
