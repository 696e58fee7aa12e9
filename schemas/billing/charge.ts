import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../lib/platform/http/response/resource.ts'
import { amount, currency, id, input, moment, nullable, optional, text, timestamp, ulid } from '../types.ts'

export const SETTLEMENT_SCOPES = ['sales', 'fulfilment', 'shipping', 'storage', 'returns', 'manual'] as const

/** A scope of charges, rules and settlements: one of the platform's own, or any other of the tenant's. */
export const settlementScope = (options: object = {}) =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^(?!\\.{1,2}$)[^\\s\\p{C}](?:[^\\p{C}]*[^\\s\\p{C}])?$',
    title: 'text of 1 to 100 characters on one line, without spaces around it, and neither . nor ..',
    examples: ['storage'],
    ...options,
  })

const fields = {
  scope: settlementScope({
    description: 'One of those at `GET /api/billing/settlement-scopes`, or a new one of your own',
  }),
  chargeType: text(100, { examples: ['storage_fee'] }),
  description: text(500, { examples: ['Storage, 12 pallets, March 2026'] }),
  amount: amount({ description: 'Above 0 what is owed to the partner, below 0 what the partner owes; never 0' }),
  currency: currency(),
  subject: nullable(text(500, { description: 'What it is for, as a resource URI' })),
  occurredAt: moment(),
}

export const Charge = resource('Charge', '/api/billing/charges/{id}', {
  id: ulid(),
  partnerId: ulid(),
  ...fields,
  settlementId: nullable(ulid({ description: 'The settlement that it is part of; null while it is not settled' })),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Charge = Static<typeof Charge.fields>

const { subject, ...required } = fields

export const CreateChargeInput = input({ partnerId: id(), ...required, subject: Type.Optional(subject) })
export type CreateChargeInput = Static<typeof CreateChargeInput>

export const UpdateChargeInput = input(optional(fields), { minProperties: 1 })
export type UpdateChargeInput = Static<typeof UpdateChargeInput>
