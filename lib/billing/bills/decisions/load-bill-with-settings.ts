import { getSettings } from '../../../configuration/get-settings.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { loadBill } from '../bill-store.ts'

/** Loads the bill named in the request, with the settings that decisions about it need. */
export const loadBillWithSettings = async (app: Pick<App, 'db'>, unit: Unit, id: Id) => {
  const [bill, settings] = await Promise.all([
    loadBill(unit, id),
    getSettings(app, unit.tenant, ['billing.fourEyes', 'general.timezone']),
  ])
  return { bill, zone: settings['general.timezone'], fourEyes: settings['billing.fourEyes'] }
}
