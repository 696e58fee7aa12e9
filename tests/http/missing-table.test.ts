import { afterAll, beforeAll, expect, test } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { createDynamoTable } from '../../lib/platform/store/table/dynamo.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { aMember, type Member } from '../support/client.ts'

let member: Member
beforeAll(async () => {
  member = await aMember()
  useApp({ ...app(), db: retryTable(createDynamoTable(`${app().config.table}-of-no-start`)) })
})
afterAll(() => useApp(undefined))

test.each([
  ['GET', undefined],
  ['POST', { name: 'Teehaus', roles: ['customer'] }],
] as const)('a %s before the table exists is refused until later', async (method, body) => {
  const {
    status,
    headers,
    body: problem,
  } = await (method === 'GET' ? member.get('/api/partner/partners') : member.post('/api/partner/partners', body))
  expect([status, problem.errorCode]).toEqual([503, 'UNAVAILABLE'])
  expect(headers).toMatchObject({ 'Content-Type': 'application/problem+json', 'Retry-After': '1' })
})
