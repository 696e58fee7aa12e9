import { describe, expect, test } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { aPartner } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { aTenantOf, listOf } from './members.ts'

const totals = (members: readonly Member[]) =>
  Promise.all(members.map(async (member) => (await listOf(member)).totalItems))

describe('a new partner', () => {
  test('notifies every member whose role can read partners, also its creator', async () => {
    const everybody = await aTenantOf(['owner', 'admin', 'finance', 'operations', 'viewer'])
    await aPartner(everybody[1])
    await drainEvents()
    expect(await totals(everybody)).toEqual([1, 1, 1, 1, 1])
  })

  test('does not notify invited or suspended members or another tenant', async () => {
    const [owner] = await aTenantOf(['owner'])
    const invited = await aTenantOf(['owner', 'viewer'], 'invited', owner.tenant)
    const suspended = await aTenantOf(['admin'], 'suspended', owner.tenant)
    const elsewhere = await aTenantOf(['owner'])
    await aPartner(owner)
    await drainEvents()
    expect(await totals([owner, ...invited, ...suspended, ...elsewhere])).toEqual([1, 0, 0, 0, 0])
  })

  test('notifies each member once although messages arrive twice and out of order', async () => {
    const everybody = await aTenantOf(['owner', 'finance', 'viewer'])
    for (let i = 0; i < 5; i++) await aPartner(everybody[0])
    await drainEvents({ duplicate: true, shuffle: 7 })
    expect(await totals(everybody)).toEqual([5, 5, 5])
  })

  test('leaves nothing due, and all its items expire after 30 days', async () => {
    const [owner] = await aTenantOf(['owner', 'viewer'])
    await aPartner(owner)
    await drainEvents()
    const kept = await Promise.all(
      ['outbox', 'delivery'].map((name) => app().db.query({ pk: partition(owner.tenant, name) })),
    )
    expect(kept.map(({ length }) => length)).toEqual([1, 2])
    for (const item of kept.flat()) {
      expect(item.duePk).toBeUndefined()
      expect(item.expiresAt).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400)
      expect(item.expiresAt).toBeLessThan(Date.now() / 1000 + 31 * 86_400)
    }
  })
})
