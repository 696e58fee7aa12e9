import { beforeAll, expect, test } from 'vitest'
import { toUuid } from '../../lib/platform/id.ts'
import type { StoredCustodian } from '../../lib/warehousing/custodian.ts'
import { custodians } from '../../lib/warehousing/custodian-store.ts'
import { aMember, type Member } from '../support/client.ts'
import { fill, storedCustodian } from '../support/fill.ts'

const CUSTODIANS = '/api/warehousing/custodians'
let member: Member
let all: StoredCustodian[]

beforeAll(async () => {
  member = await aMember()
  // Groups of five have the same creation time.
  all = Array.from({ length: 60 }, (_, i) => {
    const at = new Date(Date.UTC(2026, 0, 1 + Math.floor(i / 5)))
    return storedCustodian(at, { type: i % 2 ? 'custom' : 'internal', status: i % 3 ? 'active' : 'suspended' })
  })
  await fill(process.env.TABLE_NAME as string, custodians, member.tenant, all)
  all.sort((a, b) => (a.id < b.id ? 1 : -1))
})

const idsOf = (body: { member: { id: string }[] }) => body.member.map(({ id }) => id)

test('a page beyond the last one is empty and links to the last one', async () => {
  const { status, body } = await member.get(`${CUSTODIANS}?page=99&itemsPerPage=25`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ totalItems: 60, member: [] })
  expect(body.view).toMatchObject({
    '@id': `${CUSTODIANS}?page=99&itemsPerPage=25`,
    last: `${CUSTODIANS}?page=3&itemsPerPage=25`,
    previous: `${CUSTODIANS}?page=3&itemsPerPage=25`,
  })
  expect(body.view).not.toHaveProperty('next')
})

test('a full last page has no next page', async () => {
  const { body } = await member.get(`${CUSTODIANS}?page=3&itemsPerPage=20`)
  expect(body.member).toHaveLength(20)
  expect(body.view).not.toHaveProperty('next')
  const before = await member.get(`${CUSTODIANS}?page=2&itemsPerPage=20`)
  expect(before.body.view.next).toBe(`${CUSTODIANS}?page=3&itemsPerPage=20`)
})

test('links keep the filters and the page size, and the total counts the matching resources', async () => {
  const { body } = await member.get(`${CUSTODIANS}?type=custom&status=active&itemsPerPage=7&page=2`)
  const expected = all.filter(({ type, status }) => type === 'custom' && status === 'active')
  expect(body.totalItems).toBe(expected.length)
  expect(idsOf(body)).toEqual(expected.slice(7, 14).map(({ id }) => toUuid(id)))
  for (const link of ['first', 'previous', 'next', 'last']) {
    const query = Object.fromEntries(new URLSearchParams(body.view[link].split('?')[1]))
    expect(query).toMatchObject({ type: 'custom', status: 'active', itemsPerPage: '7' })
  }
})

test('pages neither repeat nor omit resources that were created at the same time', async () => {
  for (const size of [3, 7, 59]) {
    const read: string[] = []
    let next: string | undefined = `${CUSTODIANS}?itemsPerPage=${size}`
    while (next) {
      const { body }: { body: { member: { id: string }[]; view: { next?: string } } } = await member.get(next)
      read.push(...idsOf(body))
      next = body.view.next
    }
    expect(read).toEqual(all.map(({ id }) => toUuid(id)))
  }
})
