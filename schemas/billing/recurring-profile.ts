import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { currency, date, id, input, nullable, oneOf, optional, text, timestamp, ulid } from '../types.ts'
import { LINES_BOUND, LineItemInput, MAX_LINES, quantity, unitPrice } from './invoice.ts'
import { supplyType } from './tax-fields.ts'

export const RECURRING_PROFILE_STATES = ['active', 'paused', 'ended'] as const
export type RecurringProfileState = (typeof RECURRING_PROFILE_STATES)[number]

export const CADENCES = ['weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Cadence = (typeof CADENCES)[number]

const MAX_DUE_DAYS = 3650

const name = () => nullable(text(200, { description: 'A name of your own, which no invoice shows' }))
const cadence = () =>
  oneOf(CADENCES, { description: 'Quarterly and yearly periods are counted from the month of `startAt`' })
const anchorDay = () =>
  Type.Integer({
    minimum: 1,
    maximum: 31,
    description:
      'Day on which a period starts: 1 (Monday) to 7 (Sunday) for weekly, otherwise the day of the month, or its last day if the month is shorter',
  })
const startAt = () => date({ description: 'The first period starts on the first anchor day on or after this day' })
const endAt = () => nullable(date({ description: 'No period starts on or after this day' }))
const dueDays = () =>
  Type.Integer({
    minimum: 0,
    maximum: MAX_DUE_DAYS,
    description:
      'Days from the start of a period to the due date, which is never before the day on which the invoice is created',
  })
const autoIssue = () =>
  Type.Boolean({ description: 'True if invoices are issued immediately; otherwise they are drafts' })
const notes = () => nullable(text(2000))
const lines = () =>
  Type.Array(LineItemInput, {
    minItems: 1,
    maxItems: MAX_LINES,
    description: `The lines of each invoice, ${LINES_BOUND}`,
  })

const ProfileLine = Type.Object({
  description: Type.String(),
  quantity: quantity(),
  unitPrice: unitPrice(),
  reference: nullable(Type.String()),
  taxCategoryId: nullable(Type.String()),
  supplyType: supplyType(),
})
export type ProfileLine = Static<typeof ProfileLine>

const LinesFrom = Type.Object({
  validFrom: nullable(date({ description: 'First day of the periods; null: from the first one' })),
  lines: Type.Array(ProfileLine),
})
export type LinesFrom = Static<typeof LinesFrom>

export const RecurringInvoiceProfile = resource(
  'RecurringInvoiceProfile',
  '/api/billing/recurring-invoice-profiles/{id}',
  {
    id: ulid(),
    partnerId: ulid(),
    partnerName: Type.String(),
    name: name(),
    currencyCode: currency(),
    cadence: cadence(),
    anchorDay: anchorDay(),
    status: oneOf(RECURRING_PROFILE_STATES),
    dueDays: dueDays(),
    autoIssue: autoIssue(),
    startAt: startAt(),
    endAt: endAt(),
    nextInvoiceAt: nullable(
      timestamp({
        description:
          'Start of the next period to invoice, as the start of the day in your time zone. One that has passed is invoiced at once, such as a period that waited for the end of a pause. Null if there is none: while the profile is paused, once it has ended, and after the last period before `endAt`.',
      }),
    ),
    lastInvoicedAt: nullable(timestamp({ description: 'Time at which the last invoice was created' })),
    notes: nullable(Type.String()),
    lines: Type.Array(ProfileLine, {
      description: 'The lines of a period that begins today. Empty in lists; get a single profile to see them',
    }),
    linesByDay: Type.Array(LinesFrom, {
      description:
        'All lines by the day from which they hold, oldest first, with changes of days to come. Earlier ones are left out once their periods are invoiced and the lines change again. Empty in lists',
    }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
)

export const CreateRecurringProfileInput = input(
  {
    partnerId: id(),
    name: Type.Optional(name()),
    currencyCode: currency(),
    cadence: cadence(),
    anchorDay: Type.Optional(Type.Integer({ ...anchorDay(), default: 1 })),
    startAt: startAt(),
    endAt: Type.Optional(endAt()),
    dueDays: Type.Optional(Type.Integer({ ...dueDays(), default: 0 })),
    autoIssue: Type.Optional(Type.Boolean({ ...autoIssue(), default: true })),
    notes: Type.Optional(notes()),
    lines: lines(),
  },
  {
    examples: [
      {
        partnerId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C',
        currencyCode: 'EUR',
        cadence: 'monthly',
        anchorDay: 31,
        startAt: '2026-01-31',
        dueDays: 14,
        lines: [{ description: 'Storage, 12 pallets', quantity: 12, unitPrice: 850 }],
      },
    ],
  },
)
export type CreateRecurringProfileInput = Static<typeof CreateRecurringProfileInput>

export const UpdateRecurringProfileInput = input(
  optional({
    name: name(),
    dueDays: dueDays(),
    autoIssue: autoIssue(),
    endAt: endAt(),
    notes: notes(),
    lines: lines(),
    validFrom: nullable(
      date({
        description:
          'The day from which `lines` hold: for periods that begin on it or later, until a later change. Default: today, so that periods which began before keep their lines, also if they are invoiced later',
      }),
    ),
  }),
  {
    minProperties: 1,
    examples: [
      { dueDays: 30, endAt: '2027-01-31' },
      { validFrom: '2027-01-01', lines: [{ description: 'Storage, 12 pallets', quantity: 12, unitPrice: 900 }] },
    ],
  },
)
export type UpdateRecurringProfileInput = Static<typeof UpdateRecurringProfileInput>
