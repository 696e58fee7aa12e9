import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { readBillingSettings } from '../billing-settings.ts'
import {
  extendBacklog,
  findPeriodOnResume,
  type ProfileWithLines,
  RECURRING_PROFILE_MOVES,
  scheduleNextWork,
} from './recurring-profile.ts'
import { loadProfile, updateProfile } from './recurring-profile-store.ts'

export const changeRecurringProfile = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  id: Id,
  action: 'pause' | 'resume' | 'end',
): Promise<ProfileWithLines> => {
  const [before, settings] = await Promise.all([loadProfile(app.db, unit, id), readBillingSettings(app, unit.tenant)])
  const status = move(RECURRING_PROFILE_MOVES, 'recurring invoice profile', before.status, action)
  if (status === before.status) return before
  const zone = settings['general.timezone']
  const today = toLocalDay(zone, unit.now)
  const changes = {
    status,
    ...(action === 'pause' && extendBacklog(before, today)),
    ...(action === 'resume' && { nextPeriod: findPeriodOnResume(before, today) }),
  }
  return updateProfile(unit, before, { ...changes, ...scheduleNextWork({ ...before, ...changes }, zone) })
}
