import { describe, expect, it } from 'vitest'
import type { Capability } from '../../../src/domain/capabilities/capability.ts'
import { capabilitiesOf } from '../../../src/domain/capabilities/look.ts'

const said = (found: readonly Capability[]) => found.map(({ kind, what }) => `${kind} ${what}`)
const look = (files: Readonly<Record<string, string>>) => capabilitiesOf(new Map(Object.entries(files)))

describe('libraries', () => {
  it.each([
    ['x.py', 'import boto3\ns3 = boto3.client("s3")\ns3.put_bucket_policy(Bucket=B)', 'runs the library boto3'],
    [
      'x.py',
      'from slack_sdk import WebClient\nc = WebClient(token=t)\nc.chat_postMessage(text=x)',
      'runs the library slack_sdk',
    ],
    [
      'x.mjs',
      "import { Octokit } from '@octokit/rest'\nconst o = new Octokit()\nawait o.repos.addCollaborator({})",
      'runs the library @octokit/rest',
    ],
    [
      'x.py',
      'import jwt\njwt.decode(t, options={"verify_signature": False})',
      'says `jwt.decode(t, options={"verify_signature": False})`',
    ],
    ['x.cjs', "const { Client } = require('pg')\n", 'runs the library pg'],
    [
      'x.go',
      'import (\n\tlogging "cloud.google.com/go/logging/apiv2"\n)\nc, err := logging.NewConfigClient(ctx)\nc.UpdateSink(ctx, r)',
      'runs the library cloud.google.com/go/logging/apiv2',
    ],
    ['x.py', 'import joblib\nm = joblib.load(path)', 'unread objects that run code as they are loaded'],
    ['x.go', 'tr.TLS = &tls.Config{InsecureSkipVerify: true}', 'says `tr.TLS = &tls.Config{InsecureSkipVerify: true}`'],
    ['x.py', 'requests.get(url, verify=False)', 'says `requests.get(url, verify=False)`'],
  ])('are named, and a call that opens something says so: %s %#', (file, code, expected) =>
    expect(said(look({ [file]: code }))).toContain(expected),
  )

  it('that come with a language or only compute are not named', () =>
    expect(
      said(
        look({
          'x.py': 'import json, re\nimport numpy as np\nfrom pathlib import Path\nfrom . import own\nnp.save(a)',
        }),
      ).filter((one) => one.includes('library')),
    ).toEqual([]))
})
