import { expect, it } from 'vitest'
import { databasesOn } from '../databases.ts'
import { threePeople } from '../teams.ts'

const databases = databasesOn('pglite')

it('takes a message of untold length, and refuses other methods and characters in words', async () => {
  const { ann, url } = await threePeople(databases)
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${ann.membership.token}` }
  const body = new Blob([JSON.stringify({ outcomes: [] })]).stream()
  const how = { method: 'POST', headers, body, duplex: 'half' } as const
  expect((await fetch(`${url}/v1/outcomes`, how)).status).toBe(200)
  for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH'])
    expect((await fetch(`${url}/v1/status`, { method, headers })).status, method).toBe(404)
  for (const path of ['versions/a%00b', 'skills/%00/withdraw', 'leave?person=%00']) {
    const method = path.startsWith('versions') ? 'GET' : 'POST'
    const answer = await fetch(`${url}/v1/${path}`, {
      method,
      headers,
      ...(method === 'POST' && { body: '{"reason":"x"}' }),
    })
    expect([answer.status, (await answer.json()) as object], path).toEqual([
      400,
      expect.objectContaining({ code: 'bad_usage' }),
    ])
  }
})
