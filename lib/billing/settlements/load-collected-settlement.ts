import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { PAYMENT_SETTINGS } from '../settings/payment-settings.ts'
import { checkCollected } from './settlement.ts'
import { loadSettlement } from './settlement-store.ts'

/** Loads the settlement named in the request, with the settings that a change of it needs. */
export const loadCollectedSettlement = async (app: Pick<App, 'db'>, unit: Unit, id: Id) => {
  const [settlement, settings] = await Promise.all([
    loadSettlement(unit, id),
    getSettings(app, unit.tenant, [PAYMENT_SETTINGS.fourEyes, GENERAL_SETTINGS.timezone]),
  ])
  checkCollected(settlement)
  return { settlement, zone: settings['general.timezone'], fourEyes: settings['billing.fourEyes'] }
}
