import type { CreateChargeInput, UpdateChargeInput } from '../../../schemas/billing/charge.ts'
import { getSetting } from '../../configuration/setting-of.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { requireCurrency } from '../currency.ts'
import { defineScope } from '../settlement-scopes/settlement-scope-store.ts'
import { buildUnsettledKey, checkAmount, checkUnsettled, type StoredCharge } from './charge.ts'

// Charges:  T#<tenant>#charge / <id>   listed newest first by any of partner and scope; those that no settlement has by
//                                      partner and currency, in the order of the days they happened on

export const charges = entity<StoredCharge>({
  name: 'charge',
  shape: 1,
  lists: [
    { facets: ['scope'] },
    { by: ['partnerId'], facets: ['scope'] },
    { by: ['unsettledOf'], facets: ['scope'], byDate: 'occurredOn', uncounted: true },
  ],
})

export const findCharge = (db: Table, tenant: Id, id: string) => find(db, charges, tenant, id)

interface ChargeFilters {
  partnerId?: Id | undefined
  scope?: string | undefined
}

export const readPageOfCharges = (db: Table, tenant: Id, page: Page, { partnerId, scope }: ChargeFilters) =>
  list(db, charges, tenant, { ...page, facets: { scope }, ...(partnerId && { by: { partnerId } }) })

interface Waiting {
  partnerId: Id
  currency: string
  scope?: string | undefined
  /** Days, both inclusive. */
  from?: string | undefined
  to?: string | undefined
  after?: string | null
  limit: number
}

/** Charges that no settlement has, earliest first. */
export const listUnsettledCharges = (
  db: Table,
  tenant: Id,
  { partnerId, currency, scope, from, to, after, limit }: Waiting,
) =>
  scanOldestFirst(db, charges, tenant, {
    by: { unsettledOf: buildUnsettledKey(partnerId, currency) },
    ...(scope && { facets: { scope } }),
    byDate: { field: 'occurredOn', from, to },
    after,
    limit,
  })

const placeInTime = async (app: Pick<App, 'db'>, tenant: Id, given: { occurredAt: string }) => ({
  occurredAt: new Date(given.occurredAt).toISOString(),
  occurredOn: toLocalDay(await getSetting(app, tenant, 'general.timezone'), new Date(given.occurredAt)),
})

export const addCharge = async (app: Pick<App, 'db'>, unit: Unit, given: CreateChargeInput): Promise<StoredCharge> => {
  const { partnerId, subject = null } = given
  requireCurrency(given.currency, 'currency')
  checkAmount(given.amount)
  const [place] = await Promise.all([
    placeInTime(app, unit.tenant, given),
    requirePartner(app.db, unit.tenant, partnerId as Id),
    defineScope(app.db, unit, given.scope),
  ])
  return unit.create(charges, {
    ...given,
    subject,
    ...place,
    settlementId: null,
    unsettledOf: buildUnsettledKey(partnerId, given.currency),
  })
}

export const changeCharge = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  given: UpdateChargeInput,
): Promise<StoredCharge> => {
  const before = await unit.load(charges, id)
  checkUnsettled(before)
  checkAmount(given.amount)
  const currency = given.currency ?? before.currency
  if (given.currency) requireCurrency(given.currency, 'currency')
  const { occurredAt } = given
  await defineScope(app.db, unit, given.scope)
  return unit.update(charges, before, {
    ...given,
    ...(occurredAt && (await placeInTime(app, unit.tenant, { occurredAt }))),
    unsettledOf: buildUnsettledKey(before.partnerId, currency),
  })
}
