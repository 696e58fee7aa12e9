import { changePreferences, showPreferences } from '../../../lib/notification/preferences/preferences-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { NotificationPreferences, PreferencesUpdate } from '../../../schemas/notification/preferences.ts'

export const updateMyPreferences = endpoint({
  route: 'PATCH /api/notification/preferences',
  scope: 'notification:own:write',
  summary: 'Update your notification preferences',
  description:
    'Only the entries that the preferences list can be changed. Any other entry is a violation that explains why, and nothing is changed. The first e-mail, push or text message of a topic is sent at once; those that follow within the digest window are gathered and sent as one. If you choose another window or end do-not-disturb, what was gathered is sent within about a minute.',
  body: PreferencesUpdate,
  maxBytes: 128 * 1024,
  returns: NotificationPreferences,
  ifMatch: true,
  async run({ db }, { caller, body, unit, now }) {
    const changed = await changePreferences(db, unit, caller.identity, body)
    return showPreferences(db, caller, now, changed)
  },
})
