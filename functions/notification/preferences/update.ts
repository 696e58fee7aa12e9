import { changePreferences, showPreferences } from '../../../lib/notification/preferences/preferences-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { NotificationPreferences, PreferencesUpdate } from '../../../schemas/notification/preferences.ts'

export const updateMyPreferences = endpoint({
  route: 'PATCH /api/notification/preferences',
  scope: 'notification:own:write',
  summary: 'Change my notification preferences',
  description:
    'Only the cells that you are shown can be changed. An entry for another one is a violation that says why a choice would not matter there; nothing is changed then.',
  body: PreferencesUpdate,
  mostBytes: 128 * 1024,
  returns: NotificationPreferences,
  ifMatch: true,
  async run({ db }, { caller, body, unit, now }) {
    const changed = await changePreferences(db, unit, caller.identity, body)
    return showPreferences(db, caller, now, changed)
  },
})
