import { homedir } from 'node:os'
import { expect, it } from 'vitest'
import { homely } from '../../src/platform/homely.ts'

const home = homedir()

it.each([
  [`${home}/.config/x`, '~/.config/x'],
  [`chmod u+rw ${home}/a (${home}/b)\n${home}/c`, 'chmod u+rw ~/a (~/b)\n~/c'],
  // A shell leaves what is quoted, and what only begins like the home folder is another.
  [`rm "${home}/a"`, `rm "${home}/a"`],
  [`${home}2/a, /x${home}/a`, `${home}2/a, /x${home}/a`],
  ['no path', 'no path'],
])('writes the home folder in %j as a shell understands it', (text, shown) => expect(homely(text)).toBe(shown))
