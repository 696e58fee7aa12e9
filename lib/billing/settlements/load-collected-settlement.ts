import { getSettings } from '../../configuration/get-settings.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { checkCollected } from './settlement.ts'
import { loadSettlement } from './settlement-store.ts'

/** Loads the settlement named in the request, with the settings that a change of it needs. */
export const loadCollectedSettlement = async (app: Pick<App, 'db'>, unit: Unit, id: Id) => {
  const [settlement, settings] = await Promise.all([
    loadSettlement(unit, id),
    getSettings(app, unit.tenant, ['billing.fourEyes', 'general.timezone']),
  ])
  checkCollected(settlement)
  return { settlement, zone: settings['general.timezone'], fourEyes: settings['billing.fourEyes'] }
}
