import type { UpdateChargeInput } from '../../../schemas/billing/charge.ts'
import type { AbilityEntry } from '../../iam/abilities/decide-abilities.ts'
import { readSubject } from '../../iam/abilities/read-address.ts'
import type { App } from '../../platform/app/app.ts'
import { requireCurrency } from '../../platform/money/currencies.ts'
import { requireAll } from '../../platform/require-all.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildAccountKey } from '../account-key.ts'
import { defineScope } from '../settlement-scopes/settlement-scope-store.ts'
import { resolveOccurrence } from './add-charge.ts'
import { checkAmount, checkUnsettled, type StoredCharge } from './charge.ts'
import { charges, updateCharge } from './charge-store.ts'

export const changeCharge = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  given: UpdateChargeInput,
  kinds: readonly AbilityEntry[],
): Promise<StoredCharge> => {
  const before = await unit.load(charges, id)
  checkUnsettled(before)
  const { currency = before.currency, occurredAt } = given
  const [occurrence, subject] = await requireAll(
    () => occurredAt && resolveOccurrence(app, unit.tenant, { occurredAt }),
    () => (given.subject == null ? given.subject : readSubject(kinds, given.subject)),
    () => defineScope(app.db, unit, given.scope),
    () => checkAmount(given.amount),
    () => requireCurrency(currency, 'currency'),
  )
  const { monthlyOf } = before
  if (monthlyOf) {
    const days = [before.occurredOn, (occurrence || before).occurredOn].sort() as [string, string]
    unit.schedule('billing.tariffs.close-months', {
      tenant: unit.tenant,
      tariffId: monthlyOf,
      from: days[0],
      to: days[1],
    })
  }
  return updateCharge(unit, before, {
    ...given,
    // An amount that somebody entered is exact, and sums of a tariff have its currency.
    ...((given.amount !== undefined || given.currency !== undefined) && { exactAmount: null }),
    ...(subject !== undefined && { subject }),
    ...(occurrence || {}),
    unsettledOf: buildAccountKey(before.partnerId, currency),
  })
}
