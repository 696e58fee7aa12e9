import { MAX_REMINDER_LEVELS } from '../../schemas/billing/sending/reminder.ts'
import { REASONED_KINDS, TAX_KIND_NAMES } from '../../schemas/billing/tax.ts'
import { optional, preset } from './definition.ts'
import * as form from './forms.ts'
import { choice, listOf, mapOf, members, refined, text, whole } from './kinds.ts'

const taxCategory = refined(
  members({ kind: choice(TAX_KIND_NAMES), reason: text(200), reasonCode: text(35, { form: form.reasonCode }) }),
  ({ kind, reason, reasonCode }) =>
    kind && !REASONED_KINDS.includes(kind) && (reason ?? reasonCode)
      ? [{ propertyPath: reason ? '.reason' : '.reasonCode', message: `must not be given for the kind ${kind}` }]
      : [],
)

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

export const INVOICE_SETTINGS = {
  'billing.taxCategories': preset(
    mapOf(form.name, taxCategory, 100),
    {},
    'Tax categories',
    'Kind, reason and reason code by tax category. A category that is not described has the kind of its name, or of its rate.',
  ),
  'billing.invoiceChecks': optional(
    choice(['refuse', 'warn', 'off']),
    'Checks of invoices',
    'What happens to invoices that lack what your country asks for. By default they are refused once general.country is set.',
  ),
  'billing.reminderLevels': preset(
    reminderLevels,
    [],
    'Reminder levels',
    'Reminders to the partner: days after the due date, fee in minor units and text. They replace the second reminder.',
  ),
} as const
