import type { CreateTariffInput, Rate } from '../../../schemas/billing/tariff.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { addDays, type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { requireCurrency } from '../../platform/money/currencies.ts'
import { refuseViolations, requireAll } from '../../platform/require-all.ts'
import { timeZone } from '../../platform/settings/forms.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { requireChannel } from '../../sales/channels/require-channel.ts'
import { findCustodians } from '../../warehousing/require-custodian.ts'
import { completeCommissions, findCommissionViolations } from './complete-commissions.ts'
import { awaitMonth, monthMeters } from './month-meters/month-meter-store.ts'
import { startCount, storageMeters } from './storage-meter-store.ts'
import {
  buildTariffCoverage,
  checkEnd,
  DEFAULT_DIRECTIONS,
  findMinimumViolations,
  findRateViolations,
  hasMonthRules,
  NO_END,
  type StoredTariff,
} from './tariff.ts'
import { claimTariffDays, loadTariff, tariffs } from './tariff-store.ts'

type Using = Pick<App, 'db'>

/** Throws unless all custodians that the rates name exist. */
const requireCustodians = async (db: Table, tenant: Id, rates: readonly Rate[]): Promise<void> => {
  const named = new Set(rates.flatMap(({ custodianId }) => custodianId ?? []))
  const known = new Set((await findCustodians(db, tenant, [...named] as Id[])).map(({ id }) => id))
  refuseViolations(
    rates.flatMap(({ custodianId }, i) =>
      custodianId && !known.has(custodianId)
        ? [{ propertyPath: `rates[${i}].custodianId`, message: 'must be the id of a custodian' }]
        : [],
    ),
  )
}

/** Creates a tariff. It charges what happens from now on, so its storage begins today at the earliest. */
export const createTariff = async (
  app: Using,
  unit: Unit,
  { direction, validUntil = null, timezone = null, minimum = null, commissions: wanted, ...given }: CreateTariffInput,
): Promise<StoredTariff> => {
  const { partnerId, basis, rates, validFrom } = given
  const commissions = completeCommissions(wanted)
  const violations = [
    ...findRateViolations(rates, basis),
    ...findMinimumViolations(minimum, rates),
    ...findCommissionViolations(commissions, basis, rates.length),
  ]
  if (validUntil !== null && validUntil < validFrom)
    violations.push({ propertyPath: 'validUntil', message: 'must not be before validFrom' })
  if (timezone !== null && !timeZone.fits(timezone))
    violations.push({ propertyPath: 'timezone', message: `must be ${timeZone.title}` })
  const coverage = buildTariffCoverage(partnerId, basis)
  const lastDay = validUntil ?? NO_END
  const [zone] = await requireAll(
    () => getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone),
    () => requirePartner(app.db, unit.tenant, partnerId),
    () => requireCurrency(given.currency, 'currency'),
    () => requireCustodians(app.db, unit.tenant, rates),
    () => refuseViolations(violations),
    ...commissions.map(
      ({ channelId }, i) =>
        () =>
          channelId && requireChannel(app.db, unit.tenant, channelId, `commissions[${i}].channelId`),
    ),
    () => claimTariffDays(app.db, unit, coverage, { from: validFrom, until: lastDay }),
  )
  const tariff = unit.create(tariffs, {
    ...given,
    commissions,
    direction: direction ?? DEFAULT_DIRECTIONS[basis],
    minimum,
    timezone,
    validUntil,
    coverage,
    lastDay,
  })
  if (hasMonthRules(tariff)) {
    const today = toLocalDay(zone, unit.now)
    const firstDay = validFrom > today ? validFrom : today
    unit.create(monthMeters, { id: tariff.id, firstDay, ...awaitMonth(tariff.id, firstDay, zone) })
  }
  if (rates.some(({ per }) => per === 'storage_day')) {
    const ofStorage = timezone ?? zone
    const today = toLocalDay(ofStorage, unit.now)
    unit.create(storageMeters, {
      id: tariff.id,
      ...startCount(tariff.id, validFrom > today ? validFrom : today, ofStorage),
    })
  }
  return tariff
}

/** Ends a tariff after a day. Charges that were made already stay. */
export const endTariff = async (unit: Unit, id: string, validUntil: Day): Promise<StoredTariff> => {
  const before = await loadTariff(unit, id)
  checkEnd(before, validUntil, addDays(before.validFrom, -1))
  const coverage = validUntil < before.validFrom ? null : before.coverage
  if (hasMonthRules(before)) {
    const from = validUntil < before.validFrom ? before.validFrom : validUntil
    unit.schedule('billing.tariffs.close-months', {
      tenant: unit.tenant,
      tariffId: before.id,
      from,
      to: before.lastDay,
    })
  }
  return unit.update(tariffs, before, { validUntil, lastDay: validUntil, coverage })
}
