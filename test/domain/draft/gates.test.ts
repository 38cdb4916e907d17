import { describe, expect, it } from 'vitest'
import { REQUEST_GATES, type RequestGate } from '../../../src/domain/draft/gate-names.ts'
import { requestGate } from '../../../src/domain/draft/gates.ts'

/** Real requests of developers to a coding agent (entireio/cli checkpoints and edobry/minsky, MIT), by the gate that refuses them. */
const REFUSED: Readonly<Record<Exclude<RequestGate, 'pasted_log'>, readonly string[]>> = {
  acknowledgement: [
    'yes',
    'Yes, please do',
    'option 3',
    'Option A',
    'continue',
    '1+2',
    'yeah 2 and 3',
    "let's go with option 1",
    'yes, go for it',
    'ok, works. great',
    'Implement 1,2 and 3.',
    "okay now let's do 6,7,8,10",
    '好的',
    '继续',
    'sí, continúa',
    'はい',
    "Yeah the test-repo skill should use it's own path then.",
    'yes, preserve what was there',
    'no, we removed the session commands on purpose',
    "I don't remember the reservation ID, sorry.",
    'not sure about the second parameter',
  ],
  anaphora: [
    'fix it',
    'can you fix it?',
    'do the same',
    'can we fix this?',
    'commit these changes',
    'Let us do it again',
    'can you add it in the github actions level?',
    'can we make it a bit wider?',
    'implement the plan',
    'Implement the following plan:',
    '@user-preferences.mdc',
    '@docs/style.md, @CLAUDE.md',
  ],
  bare_command: ['commit', 'push', 'commit and push', 'git push', 'npm test', '/workflows:review', 'mise run test:ci'],
  skill_call: [
    'can you use the test repo skill with the manual commit strategy',
    'use the release skill',
    'review the branch using the code-review skill',
  ],
  thin: ['tests?', 'exot', 'deploy'],
  question: [
    'what does entire session show do?',
    'is shadowBranchHashLength now used everywhere?',
    'where is checkpoints_count currently used?',
    'how does a metadata.json look today?',
    'are there tests for CalculateAttributionWithAccumulated?',
    'can you explain the changes in hook_tests.go you made?',
    'but this means both hooks run?',
  ],
  correction: [
    "you're editing in the main workspace",
    'you left out the yaml frontmatter',
    'i dont see any of the actual task changes in this branch, check the task spec',
    "that's not right, look up the right format",
    'no, use the session repo',
  ],
}

const TASKS = [
  'Can you add this to CLAUDE.md?',
  'can you add something to CLAUDE.md about this?',
  'fix lint errors',
  'fix tests',
  'run the tests',
  'mise run lint fails',
  'mise run test:ci is failing',
  'can you address the PR comment?',
  'can you review the changes in this branch?',
  'can we add some simple tests?',
  'delete duplications',
  'can you fix this test?',
  'fix this: the parser drops the last line',
  'can you look at the comments on the PR and fix them?',
  'yes, add tests for the parser',
  'add a skill for writing release notes',
  'fix the skill loader',
  "Let's add this scenario to the docs",
  'integration tests are failing',
  'write release notes for version 1.4',
  '为登录模块编写单元测试',
  '修复构建错误',
  'ログイン画面のテストを書いてください',
  '로그인 테스트를 추가해 주세요',
  'corrige los tests de integración',
  'Bitte die Tests für das Modul schreiben',
]

describe('requestGate', () => {
  for (const [gate, requests] of Object.entries(REFUSED))
    it.each(requests)(`refuses as ${gate}: %s`, (text) => expect(requestGate(text)?.gate).toBe(gate))

  it.each(TASKS)('lets a task pass: %s', (text) => expect(requestGate(text)).toBeUndefined())

  it('refuses a pasted log by its lines, and any paste by its length', () => {
    const log = '--- FAIL: TestResume (3.72s)\n    hooks.go:196: Hook output\n    resume_test.go:12: no checkpoint\nfix'
    expect(requestGate(log)?.gate).toBe('pasted_log')
    expect(requestGate(`please fix the build ${'and the tests '.repeat(60)}`)?.gate).toBe('pasted_log')
    expect(requestGate('fix this error:\n    hooks.go:196: Hook output')).toBeUndefined()
  })

  it('lets a question, a bare command or a few words pass where the run shows that there was a task', () => {
    const acted = { acted: true, asked: true }
    for (const text of ['what tasks are available?', 'push', 'git commit', 'get a pr up'])
      expect(requestGate(text, { run: acted })).toBeUndefined()
    expect(requestGate('what tasks are available?', { run: { acted: false, asked: true } })?.gate).toBe('question')
    expect(requestGate('push', { run: { acted: true, asked: false } })?.gate).toBe('bare_command')
    // A slash command is a task that is there already; the others name none, whatever was done.
    for (const [text, gate] of [
      ['/commit', 'bare_command'],
      ['yes, go ahead', 'acknowledgement'],
      ['use the release skill', 'skill_call'],
      ['can you push it', 'anaphora'],
    ] as const)
      expect(requestGate(text, { run: acted })?.gate).toBe(gate)
  })

  it('refuses a line of a terminal, and not what is asked beside one', () => {
    for (const line of [
      'ada@host:~$ npm test',
      'ada@build-1:~/app$ git status\nOn branch main',
      '(venv) ada@host app % python train.py --all',
      '[ada@host app]$ make release the package',
      '[redacted:email]:/srv/app# systemctl restart the worker',
      '❯ minsky session start --task 008\nError starting session',
    ])
      expect(requestGate(line)?.gate).toBe('pasted_log')
    expect(requestGate('ada@host:~$ npm test\n\nfix the failing login test')).toBeUndefined()
    expect(requestGate('mail the release notes to ada@host and add 5 % to the budget')).toBeUndefined()
  })

  it('says why, and each gate can be switched off by its name', () => {
    expect(requestGate('yes')?.reason).toMatch(/acknowledges/)
    expect(requestGate('what does the cache do in this service?', { off: ['question'] })).toBeUndefined()
    for (const text of [...Object.values(REFUSED).flat(), 'x '.repeat(400)])
      expect(requestGate(text, { off: REQUEST_GATES })).toBeUndefined()
  })
})
