import type { UpdateChargeInput } from '../../../schemas/billing/charge.ts'
import type { App } from '../../platform/app/app.ts'
import { requireCurrency } from '../../platform/money/currencies.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildAccountKey } from '../account-key.ts'
import { defineScope } from '../settlement-scopes/settlement-scope-store.ts'
import { resolveOccurrence } from './add-charge.ts'
import { checkAmount, checkUnsettled, type StoredCharge } from './charge.ts'
import { charges } from './charge-store.ts'

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
    ...(occurredAt && (await resolveOccurrence(app, unit.tenant, { occurredAt }))),
    unsettledOf: buildAccountKey(before.partnerId, currency),
  })
}
