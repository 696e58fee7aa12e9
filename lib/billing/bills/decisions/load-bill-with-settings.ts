import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../../platform/settings/general-settings.ts'
import { getSettings } from '../../../platform/settings/get-settings.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { PAYMENT_SETTINGS } from '../../settings/payment-settings.ts'
import { loadBill } from '../bill-store.ts'

/** Loads the bill named in the request, with the settings that decisions about it need. */
export const loadBillWithSettings = async (app: Pick<App, 'db'>, unit: Unit, id: Id) => {
  const [bill, settings] = await Promise.all([
    loadBill(unit, id),
    getSettings(app, unit.tenant, [PAYMENT_SETTINGS.fourEyes, GENERAL_SETTINGS.timezone]),
  ])
  return { bill, zone: settings['general.timezone'], fourEyes: settings['billing.fourEyes'] }
}
