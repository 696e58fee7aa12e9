import type { CreateTariffInput } from '../../../schemas/billing/tariff.ts'
import { getSetting } from '../../configuration/get-settings.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { addDays, type Day, toLocalDay } from '../../platform/calendar/day.ts'
import { requireCurrency } from '../../platform/money/currencies.ts'
import { refuseViolations, requireAll } from '../../platform/require-all.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { requireChannel } from '../../sales/channels/require-channel.ts'
import { completeCommissions, findCommissionViolations } from './complete-commissions.ts'
import { startCount, storageMeters } from './storage-meter-store.ts'
import {
  buildTariffCoverage,
  checkEnd,
  DEFAULT_DIRECTIONS,
  findRateViolations,
  NO_END,
  type StoredTariff,
} from './tariff.ts'
import { claimTariffDays, loadTariff, tariffs } from './tariff-store.ts'

type Using = Pick<App, 'db'>

/** Creates a tariff. It charges what happens from now on, so its storage begins today at the earliest. */
export const createTariff = async (
  app: Using,
  unit: Unit,
  { direction, validUntil = null, commissions: wanted, ...given }: CreateTariffInput,
): Promise<StoredTariff> => {
  const { partnerId, basis, rates, validFrom } = given
  const commissions = completeCommissions(wanted)
  const violations = [
    ...findRateViolations(rates, basis),
    ...findCommissionViolations(commissions, basis, rates.length),
  ]
  if (validUntil !== null && validUntil < validFrom)
    violations.push({ propertyPath: 'validUntil', message: 'must not be before validFrom' })
  const coverage = buildTariffCoverage(partnerId, basis)
  const lastDay = validUntil ?? NO_END
  const [zone] = await requireAll(
    () => getSetting(app, unit.tenant, 'general.timezone'),
    () => requirePartner(app.db, unit.tenant, partnerId),
    () => requireCurrency(given.currency, 'currency'),
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
    validUntil,
    coverage,
    lastDay,
  })
  if (rates.some(({ per }) => per === 'storage_day')) {
    const today = toLocalDay(zone, unit.now)
    unit.create(storageMeters, { id: tariff.id, ...startCount(tariff.id, validFrom > today ? validFrom : today, zone) })
  }
  return tariff
}

/** Ends a tariff after a day. Charges that were made already stay. */
export const endTariff = async (unit: Unit, id: string, validUntil: Day): Promise<StoredTariff> => {
  const before = await loadTariff(unit, id)
  checkEnd(before, validUntil, addDays(before.validFrom, -1))
  const coverage = validUntil < before.validFrom ? null : before.coverage
  return unit.update(tariffs, before, { validUntil, lastDay: validUntil, coverage })
}
