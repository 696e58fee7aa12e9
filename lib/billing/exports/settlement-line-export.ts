import { SettlementLineFields } from '../../../schemas/billing/settlement.ts'
import type { Collection } from '../../data-exchange/exports/collection.ts'
import { defineCollection } from '../../data-exchange/exports/define-collection.ts'
import { orNotFound } from '../../platform/problem.ts'
import { findSettlement, readSettlementLines } from '../settlements/settlement-store.ts'

export const settlementLineExport: Collection = defineCollection({
  name: 'settlement_lines',
  scope: 'billing:settlement:read',
  of: SettlementLineFields,
  currencyField: 'currency',
  async check({ db }, tenant, { id = '' }) {
    orNotFound(await findSettlement(db, tenant, id))
  },
  // Lines are stored in pages, which are written once, so the number of the next page is the cursor.
  async read({ db }, tenant, { filters: { id = '' }, after, limit }) {
    const rows: object[] = []
    for await (const { page, lines } of readSettlementLines(db, tenant, id, Number(after ?? 0))) {
      rows.push(...lines)
      if (rows.length >= limit) return { rows, next: String(page + 1) }
    }
    return { rows, next: null }
  },
})
