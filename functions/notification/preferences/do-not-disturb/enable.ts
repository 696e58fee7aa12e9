import { changePreferences, showPreferences } from '../../../../lib/notification/preferences/preferences-store.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { NotificationPreferences } from '../../../../schemas/notification/preferences.ts'

export const enableDoNotDisturb = endpoint({
  route: 'POST /api/notification/preferences/do-not-disturb/enable',
  scope: 'notification:own:write',
  summary: 'Enable do-not-disturb',
  description: 'Until you disable it, notifications are only stored in your list.',
  returns: NotificationPreferences,
  ifMatch: true,
  async run({ db }, { caller, unit, now }) {
    const changed = await changePreferences(db, unit, caller.identity, { doNotDisturb: true })
    return showPreferences(db, caller, now, changed)
  },
})
