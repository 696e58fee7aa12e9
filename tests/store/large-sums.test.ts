import { expect, test } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { entity, type Stored } from '../../lib/platform/store/entities/entity.ts'
import { readRunningTotals } from '../../lib/platform/store/lists/running-totals.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'

interface Entry extends Stored {
  owner: string
  at: string
  amount: number
}

const entries = entity<Entry>({
  name: 'entry',
  shape: 1,
  lists: [{ by: ['owner'], facets: [], byMoment: 'at', sums: ({ amount }) => ({ amount }) }],
})

test('sums are exact beyond the safe integers, and a recount finds no difference', async () => {
  const tenant = newId(new Date())
  const { db } = app()
  const large = Math.floor(Number.MAX_SAFE_INTEGER / 2)
  for (const day of [1, 2, 3, 4, 5])
    await runInUnit(db, { tenant, actor: null, now: new Date() }, async (unit) =>
      unit.create(entries, { owner: 'ann', at: `2026-01-0${day}T00:00:00.000Z`, amount: large }),
    )
  const list = { db, kind: entries, tenant, by: { owner: 'ann' }, field: 'at' } as const
  const { sums } = await readRunningTotals(list, '2026-01-09T00:00:00.000Z')
  expect(sums.amount).toBe(5n * BigInt(large))
  const work = { db, kind: toAnyEntity(entries), tenant, repair: false, found: () => {} }
  expect(await recount(work, () => true)).toMatchObject({ differences: 0, moving: 0 })
})
