import type { StoredCharge } from '../../lib/billing/charges/charge.ts'
import { charges } from '../../lib/billing/charges/charge-store.ts'
import {
  addToTotals,
  EMPTY_TOTALS,
  type StoredLine,
  type StoredSettlement,
} from '../../lib/billing/settlements/settlement.ts'
import { readSettlementLines, settlements } from '../../lib/billing/settlements/settlement-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { fromItem, partition } from '../../lib/platform/store/entities/entity.ts'
import type { Member } from '../support/client.ts'

export const SETTLEMENTS = '/api/billing/settlements'

/** Builds a charge, by default 42.50 EUR for storage on 15 March 2026. */
export const aCharge = async (member: Member, partnerId: string, fields: object = {}) => {
  const { body } = await member.post('/api/billing/charges', {
    partnerId,
    scope: 'storage',
    chargeType: 'storage_fee',
    description: 'Storage',
    amount: 4250,
    currency: 'EUR',
    occurredAt: '2026-03-15T12:00:00Z',
    ...fields,
  })
  return body
}

export const MARCH = { type: 'monthly', startDate: '2026-03-01', endDate: '2026-03-31' }

export const settle = (member: Member, partnerId: string, fields: object = {}, headers: Record<string, string> = {}) =>
  member.post(SETTLEMENTS, { partnerId, basis: 'ad_hoc', currency: 'EUR', ...fields }, headers)

export const aLine = (fields: object = {}) => ({
  type: 'credit',
  description: 'Agreed by telephone',
  amount: 500,
  currency: 'EUR',
  ...fields,
})

export const of = ({ id }: { id: string }, action = '') => `${SETTLEMENTS}/${id}${action && `/${action}`}`

export const set = (member: Member, values: Record<string, unknown>) =>
  member.put('/api/configuration/settings/bulk', {
    settings: Object.entries(values).map(([key, value]) => ({ key, value })),
  })

const readItems = async (tenant: string, name: string) => await app().db.query({ pk: partition(tenant, name) })

/** Reads all settlements, charges and lines of a tenant without the API. */
export const readBooks = async (tenant: string) => {
  const storedSettlements = (await readItems(tenant, settlements.name)).map(fromItem<StoredSettlement>)
  const storedCharges = (await readItems(tenant, charges.name)).map(fromItem<StoredCharge>)
  const lines = new Map<string, StoredLine[]>()
  for (const { id } of storedSettlements) {
    const own: StoredLine[] = []
    for await (const page of readSettlementLines(app().db, tenant, id)) own.push(...page.lines)
    lines.set(id, own)
  }
  return { settlements: storedSettlements, charges: storedCharges, lines }
}

/** Lists inconsistencies; there must never be any. */
export const findFaults = ({
  settlements: storedSettlements,
  charges: storedCharges,
  lines,
}: Awaited<ReturnType<typeof readBooks>>) => {
  const faults: string[] = []
  const holders = new Map<string, string[]>()
  for (const settlement of storedSettlements) {
    const own = lines.get(settlement.id) ?? []
    const expected = addToTotals(EMPTY_TOTALS, own)
    for (const [name, value] of Object.entries(expected ?? { totalAmount: 'too large' }))
      if (settlement[name as keyof typeof EMPTY_TOTALS] !== value)
        faults.push(`${settlement.settlementNumber}: ${name}`)
    if (settlement.status === 'rejected') continue
    for (const { chargeId } of own)
      if (chargeId) holders.set(chargeId, [...(holders.get(chargeId) ?? []), settlement.id])
  }
  for (const charge of storedCharges) {
    const settlementIds = holders.get(charge.id) ?? []
    if (settlementIds.length > 1) faults.push(`charge ${charge.id} in ${settlementIds.length} settlements`)
    if ((settlementIds[0] ?? null) !== charge.settlementId) faults.push(`charge ${charge.id} is lost`)
    if ((charge.settlementId === null) !== (charge.unsettledOf !== null))
      faults.push(`charge ${charge.id} is not found`)
  }
  return faults
}
