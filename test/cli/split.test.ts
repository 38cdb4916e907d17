import { expect, it } from 'vitest'
import { Home, turn } from './command-line.ts'

it('a split that waits is shown with both halves, from either, and one command settles it', async () => {
  const home = new Home()
  const streak = (id: string, ...commands: readonly string[]) =>
    home.learn(
      [1, 2, 3].map((n) =>
        turn('deploy the website', `${id}${n}`, {
          tool_calls: commands.map((command) => ({ name: 'Bash', input: { command }, ok: true })),
        }),
      ),
    )
  await streak('a', 'rsync -a dist/ web@shop:/srv/www', 'ssh web@shop systemctl reload nginx')
  await streak('b', 'helm upgrade shop ./chart', 'kubectl rollout status deploy/shop')
  const [first, second] = ['auto-deploy-website', 'auto-deploy-website-helm']
  for (const asked of [first, second]) {
    const { code, stdout } = await home.run(['show', asked])
    expect(code).toBe(0)
    expect(stdout).toContain(`The turns of ${first} do two tasks. It keeps\n  1. Run \`rsync -a dist/`)
    expect(stdout).toContain(`and ${second} waits beside it for\n+ 1. Run \`helm upgrade shop ./chart\``)
    expect(stdout).toContain(`Accept both halves: wayland-core skills promote ${second}\n`)
  }
  const json = (await home.run(['show', first, '--json'])).json<{ split: object | null }>()
  expect(json.split).toMatchObject({ keeps: { skill: first }, leaves: { skill: second } })
  expect((await home.run(['--skills-promote', second])).code).toBe(0)
  expect((await home.run(['show', first, '--json'])).json()).toMatchObject({ split: null })
})
