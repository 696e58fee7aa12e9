import type { TariffDryRunInput } from '../../../../schemas/billing/tariffs/tariff-dry-run.ts'
import { readWeights } from '../../../catalog/read-weights.ts'
import { requirePartner } from '../../../partner/require-partner.ts'
import type { App } from '../../../platform/app/app.ts'
import { toLocalDay } from '../../../platform/calendar/day.ts'
import type { Id } from '../../../platform/id.ts'
import { foldSku } from '../../../platform/identifiers/sku.ts'
import { sumAmounts } from '../../../platform/money/amounts.ts'
import { addExactly } from '../../../platform/money/exact-amount.ts'
import { Problem } from '../../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../../platform/settings/general-settings.ts'
import { getSetting } from '../../../platform/settings/get-settings.ts'
import { measureLines } from '../charge-fulfilment.ts'
import { priceHandOff } from '../price-hand-off.ts'
import { findTariffOn } from '../tariff-store.ts'

/** Computes what a hand-off would cost by the partner's tariff of a day. */
export const dryRunTariff = async (
  app: Pick<App, 'db'>,
  tenant: Id,
  { partnerId, basis, on, lines, custodianId = null, hasParcel = true, isFirst = true }: TariffDryRunInput,
  now: Date,
) => {
  const [zone, weights] = await Promise.all([
    getSetting(app, tenant, GENERAL_SETTINGS.timezone),
    readWeights(
      app.db,
      tenant,
      lines.map(({ sku }) => sku),
    ),
    requirePartner(app.db, tenant, partnerId),
  ])
  const day = on ?? toLocalDay(zone, now)
  const tariff = await findTariffOn(app.db, tenant, { partnerId, basis, day })
  if (!tariff) throw new Problem('OPERATION_NOT_ALLOWED', `The partner has no tariff for ${basis} on ${day}.`)
  const charges = priceHandOff(tariff, { ...measureLines(lines, weights), hasParcel, isFirst, custodianId })
  return {
    tariffId: tariff.id,
    on: day,
    currency: tariff.currency,
    totalAmount: sumAmounts(charges.map(({ amount }) => amount)),
    exactTotal: charges.reduce((sum, { amount, exactAmount }) => addExactly(sum, exactAmount ?? String(amount)), '0'),
    charges,
    skusWithoutWeight: [...new Map(lines.map(({ sku }) => [foldSku(sku), sku]))].flatMap(([key, sku]) =>
      weights.has(key) ? [] : [sku],
    ),
  }
}
