import { changePreferences, showPreferences } from '../../../../lib/notification/preferences/preferences-store.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { NotificationPreferences } from '../../../../schemas/notification/preferences.ts'

export const disableDoNotDisturb = endpoint({
  route: 'POST /api/notification/preferences/do-not-disturb/disable',
  scope: 'notification:own:write',
  summary: 'Disable do-not-disturb',
  description: 'Also lifts a daily do-not-disturb window that is active now, until its end.',
  returns: NotificationPreferences,
  ifMatch: true,
  async run({ db }, { caller, unit, now }) {
    const changed = await changePreferences(db, unit, caller.identity, { doNotDisturb: false })
    return showPreferences(db, caller, now, changed)
  },
})
