import type { Static } from 'typebox'
import * as Type from 'typebox'
import { REVISED, resource } from '../../resource.ts'
import { amount, date, nullable, timestamp, ulid } from '../../types.ts'

export const MAX_REMINDER_LEVELS = 5

const level = () => Type.Integer({ minimum: 1, maximum: MAX_REMINDER_LEVELS })

const SentReminder = Type.Object({
  level: level(),
  sentAt: timestamp(),
  fee: amount({ minimum: 0, description: 'Minor units; 0 if nothing was sent' }),
  sendingId: nullable(
    ulid({ description: 'The sending of the mail; null if the partner had no billing contact to send it to' }),
  ),
})
export type SentReminder = Static<typeof SentReminder>

export const InvoiceReminders = resource(
  'InvoiceReminders',
  '/api/billing/invoices/{id}/reminders',
  {
    id: ulid({ description: 'The id of the invoice' }),
    stoppedAt: nullable(timestamp({ description: 'Time at which reminders were stopped; null while they are not' })),
    reminderFees: amount({ minimum: 0, description: 'Total of the fees; not part of the total of the invoice' }),
    sent: Type.Array(SentReminder, { description: 'The reminders of levels, oldest first' }),
    next: nullable(
      Type.Object(
        { level: level(), day: date() },
        { description: 'The next level, and the day in your time zone on which it is sent' },
      ),
    ),
  },
  REVISED,
)
