import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { parseId } from '../../lib/platform/id.ts'
import { readBody } from '../../lib/platform/store/audit/audit-body.ts'
import type { AuditItem } from '../../lib/platform/store/audit/audit-item.ts'
import { ask, member, usual, where } from './asking.ts'

/** Operations that change something and leave no entry, each with its reason. */
const WITHOUT_ENTRY: Readonly<Record<string, string>> = {}

const readTrail = async (tenant: string) => {
  const items = await app().db.query<AuditItem>({ pk: `T#${tenant}#audit` })
  return items.map((item) => readBody(item))
}

const changing = where(({ method, endpoint }) => method !== 'GET' && endpoint.access !== 'public')

describe('a request that changes something', () => {
  it.each(changing)('to $operation leaves an entry in the audit trail, unless it is exempt', async (operation) => {
    const made = await usual(operation)
    const { tid } = decodeJwt<{ tid?: string }>(made.token ?? (member.token as string))
    const tenant = tid === undefined ? undefined : parseId(tid)
    const before = tenant ? (await readTrail(tenant)).length : 0
    const { status } = await ask(operation, made)
    expect(status).toBeLessThan(400)
    const added = tenant ? (await readTrail(tenant)).slice(before) : []
    const own = added.filter((each) => each.operation === operation.endpoint.route)
    expect(own.length > 0, JSON.stringify(WITHOUT_ENTRY[operation.operation])).toBe(
      WITHOUT_ENTRY[operation.operation] === undefined,
    )
    for (const { actor, requestId } of own) expect([actor, requestId]).toEqual([expect.any(String), expect.any(String)])
  })

  it('is exempt only if it exists', () => {
    const known = changing.map(({ operation }) => operation)
    expect(Object.keys(WITHOUT_ENTRY).filter((operation) => !known.includes(operation))).toEqual([])
  })
})
