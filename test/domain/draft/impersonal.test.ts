import { describe, expect, it } from 'vitest'
import { impersonal } from '../../../src/domain/draft/impersonal.ts'

describe('impersonal', () => {
  it.each([
    ['see /Users/ann/app/a.ts and C:\\Users\\bob\\b.ts', 'see ~/app/a.ts and ~\\b.ts'],
    ['cat /root/.ssh/config', 'cat ~/.ssh/config'],
    ['mail ann.b+c@mail.example.co.uk now', 'mail (address) now'],
    ['fix #123 and GH-45', 'fix (number) and (number)'],
    ['PROJ-812 is open', '(number) is open'],
    ['issue 44, pull request #7', 'issue (number), pull request (number)'],
    ['https://github.com/o/r/pull/99/files', 'https://github.com/o/r/pull/(number)/files'],
    ['since 2025-11-20T23:33:50.805Z or 20.11.2025', 'since (date) or (date)'],
    ['on May 3rd, 2024 and Nov 12', 'on (date) and (date)'],
    ['session 01997ea4-a70d-7da3-8c20-c736db82a7c5', 'session (id)'],
    ['commit 83378aad7e74a0e2bb8f37c007a9685fb4609d8a', 'commit (id)'],
  ])('takes the person and the day out of %j', (text, left) => {
    expect(impersonal(text)).toBe(left)
  })

  it.each([
    'UTF-16 and SHA-256 and ISO-8601',
    'the colour #283228',
    'posthog-go@v1.6.2/posthog.go',
    'node 20.19.0 at port 8080',
    'may I march on in the first 3 files',
    'npm i lodash@4.17.21',
    'v1.2.3-rc.4 of 12-34',
  ])('leaves %j as it is', (text) => {
    expect(impersonal(text)).toBe(text)
  })

  it('looks at the beginning of a long text only, in no time worth naming', () => {
    expect(impersonal('a.'.repeat(500_000))).toHaveLength(2000)
  })
})
