import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Home, turn } from '../cli/command-line.ts'

it('writes what waits into one file that loads and runs nothing', async () => {
  const home = new Home()
  const hostile = 'publish <script>alert(1)</script> the \u202egnp catalogue ![x](https://x.example/p.png)'
  await home.learn([1, 2, 3].map((n) => turn(hostile, `h${n}`)))
  const skill = await home.draft('review the branch', 'r')
  const done = await home.run(['review', '--html', 'skills.html', '--json'])
  expect(done.json()).toEqual({ file: join(home.work, 'skills.html'), skills: 2, left: 0 })
  const html = readFileSync(join(home.work, 'skills.html'), 'utf8')
  expect(html).toContain(skill)
  expect(html).toContain('default-src &#39;none&#39;')
  expect(html).not.toMatch(/<(?:script|img|link|iframe|form|a)[\s>]/)
  expect(html).not.toContain('\u202e')
})

it('names what is missing or cannot be written', async () => {
  const home = new Home()
  expect(await home.run(['review'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--html <file>') })
  expect(await home.run(['review', '--html', 'no/such/folder.html'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('no/such/folder.html cannot be written'),
  })
})
