import type { StoredCharge } from '../../lib/billing/charges/charge.ts'
import { charges } from '../../lib/billing/charges/charge-store.ts'
import { chargeFulfilment } from '../../lib/billing/tariffs/charge-fulfilment.ts'
import { fulfilments } from '../../lib/fulfilment/fulfilments/fulfilment-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId, parseId } from '../../lib/platform/id.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { find } from '../../lib/platform/store/lists/list.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import type { Member } from '../support/client.ts'

export const TARIFFS = '/api/billing/tariffs'

export const RATES = [
  { per: 'order', amount: 150 },
  { per: 'line', amount: 30 },
  { per: 'piece', amount: 12.5 },
  { per: 'parcel', amount: 420 },
]

export const aTariff = (member: Member, partnerId: string, fields: object = {}) =>
  member.post(TARIFFS, {
    partnerId,
    name: 'Fulfilment',
    basis: 'custody',
    currency: 'EUR',
    rates: RATES,
    validFrom: '2020-01-01',
    ...fields,
  })

interface HandOffFields {
  custodianId: string
  fulfilmentOrderId?: string
  salesOrderId?: string | null
  shipmentId?: string | null
  handedOverAt?: string
  lines?: { sku: string; quantity: number }[]
}

/** Stores a hand-off, as if the pieces had just left. */
export const aHandOff = async (
  { tenant }: Member,
  { custodianId, lines = [{ sku: 'TEA', quantity: 3 }], ...fields }: HandOffFields,
) => {
  const { db, clock } = app()
  return await runInUnit(db, { tenant, actor: null, now: clock() }, async (unit) =>
    unit.create(fulfilments, {
      fulfilmentOrderId: newId(clock()),
      salesOrderId: null,
      shipmentId: newId(clock()),
      handedOverAt: clock().toISOString(),
      ...fields,
      custodianId: parseId(custodianId) as string,
      lines: lines.map((line) => ({ orderLineId: newId(clock()), stockItemId: null, allocation: null, ...line })),
      isFirst: true,
      reversedBy: null,
      reverses: null,
      reason: null,
    }),
  )
}

export const reverse = async ({ tenant }: Member, id: string) => {
  const { db, clock } = app()
  await runInUnit(db, { tenant, actor: null, now: clock() }, async (unit) => {
    const before = await find(db, fulfilments, tenant, id)
    if (before) unit.update(fulfilments, before, { reversedBy: newId(clock()) })
  })
}

export const charge = ({ tenant }: Member, fulfilmentId: string) =>
  chargeFulfilment(app(), { tenant, fulfilmentId }, app().clock())

export const readCharges = async ({ tenant }: Member) =>
  (await app().db.query({ pk: partition(tenant, charges.name) })) as unknown as StoredCharge[]

/** Adds up the charges by type; types that come to nothing are absent. */
export const sumByType = (all: readonly StoredCharge[]) => {
  const sums: Record<string, number> = {}
  for (const { chargeType, amount } of all) sums[chargeType] = (sums[chargeType] ?? 0) + amount
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum))
}
