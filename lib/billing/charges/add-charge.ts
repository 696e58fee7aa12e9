import type { CreateChargeInput } from '../../../schemas/billing/charge.ts'
import type { AbilityEntry } from '../../iam/abilities/decide-abilities.ts'
import { readSubject } from '../../iam/abilities/read-address.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { requireCurrency } from '../../platform/money/currencies.ts'
import { requireAll } from '../../platform/require-all.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { defineScope } from '../settlement-scopes/settlement-scope-store.ts'
import { buildUnsettled, checkAmount, type StoredCharge, WITHOUT_TARIFF } from './charge.ts'
import { createCharge } from './charge-store.ts'

export const resolveOccurrence = async (app: Pick<App, 'db'>, tenant: Id, given: { occurredAt: string }) => ({
  occurredAt: new Date(given.occurredAt).toISOString(),
  occurredOn: toLocalDay(await getSetting(app, tenant, GENERAL_SETTINGS.timezone), new Date(given.occurredAt)),
})

export const addCharge = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  given: CreateChargeInput,
  kinds: readonly AbilityEntry[],
): Promise<StoredCharge> => {
  const { partnerId } = given
  const [occurrence, subject] = await requireAll(
    () => resolveOccurrence(app, unit.tenant, given),
    () => (given.subject == null ? null : readSubject(kinds, given.subject)),
    () => requirePartner(app.db, unit.tenant, partnerId),
    () => defineScope(app.db, unit, given.scope),
    () => checkAmount(given.amount),
    () => requireCurrency(given.currency, 'currency'),
  )
  return createCharge(unit, {
    ...given,
    subject,
    ...occurrence,
    ...WITHOUT_TARIFF,
    ...buildUnsettled(given),
  })
}
