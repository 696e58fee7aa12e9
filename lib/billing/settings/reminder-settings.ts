import { MAX_REMINDER_LEVELS } from '../../../schemas/billing/sending/reminder.ts'
import { defineSettings, preset } from '../../platform/settings/define-settings.ts'
import { flag, listOf, members, refined, text, whole } from '../../platform/settings/kinds.ts'

const reminderLevel = refined(
  members({
    afterDays: whole(1, 365),
    fee: whole(0, 1_000_000),
    text: text(1000, { lines: true }),
  }),
  ({ afterDays }) => (afterDays === undefined ? [{ propertyPath: '.afterDays', message: 'is required' }] : []),
)

const reminderLevels = refined(listOf(reminderLevel, MAX_REMINDER_LEVELS), (levels) =>
  levels.flatMap(({ afterDays = 0 }, i) =>
    i > 0 && afterDays <= (levels[i - 1]?.afterDays ?? 0)
      ? [{ propertyPath: `[${i}].afterDays`, message: 'must be greater than that of the level before' }]
      : [],
  ),
)

export const REMINDER_SETTINGS = defineSettings('billing', {
  reminderEnabled: preset(flag(), true, 'Reminders', 'Sends reminders for open invoices.'),
  reminderDaysBeforeDue: preset(
    whole(0, 90),
    3,
    'Reminder before due',
    'Number of days before the due date at which the first reminder is sent. 0 sends none.',
  ),
  reminderDaysAfterDue: preset(
    whole(0, 90),
    7,
    'Reminder after due',
    'Number of days after the due date at which the second reminder is sent. 0 sends none.',
  ),
  reminderLevels: preset(
    reminderLevels,
    [],
    'Reminder levels',
    'Reminders to the partner: days after the due date, fee in minor units and text. They replace the second reminder.',
  ),
})
