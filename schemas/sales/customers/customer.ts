import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Address } from '../../address.ts'
import { resource, valueResource } from '../../resource.ts'
import { amount, currency, id, input, moment, nullable, oneOf, optional, text, timestamp, ulid } from '../../types.ts'

export const CUSTOMER_STATES = ['active', 'merged', 'erasing', 'erased'] as const
export type CustomerState = (typeof CUSTOMER_STATES)[number]

const CONSENT_MEANS = ['email', 'sms', 'telephone', 'post'] as const

const MAX_NOTE_LENGTH = 5000
/** The number that one transaction takes with all that a merge reads. */
const MAX_MERGED = 20

const orNull = (options: Type.TStringOptions = {}) => nullable(Type.String(options))

const CONSENT = {
  means: oneOf(CONSENT_MEANS, { description: 'How the customer may be told of offers' }),
  isGiven: Type.Boolean({ description: 'False once the customer has refused or withdrawn it' }),
  source: nullable(text(255, { description: 'Where the customer said so', examples: ['Form at the fair'] })),
}

const Tags = Type.Array(text(50), {
  maxItems: 20,
  description: 'Words of your own, by which customers are found',
  examples: [['wholesale']],
})

const note = nullable(
  Type.String({
    minLength: 1,
    maxLength: MAX_NOTE_LENGTH,
    description: 'What your members write about the customer for each other',
    examples: ['Calls before each order'],
  }),
)

/** A person or company that orders in a channel under one e-mail address. */
export const Customer = resource('Customer', '/api/sales/customers/{id}', {
  id: ulid(),
  channelId: ulid({ description: 'The channel in which the customer ordered first' }),
  status: oneOf(CUSTOMER_STATES, {
    description: '`merged` is part of another customer; `erased` is nobody who could be named any more',
  }),
  name: orNull({ examples: ['Ada Lovelace'] }),
  emails: Type.Array(Type.String(), {
    description: 'Addresses under which the customer ordered, the own one first; empty if the orders have none',
    examples: [['ada@example.com']],
  }),
  phone: orNull({ examples: ['+49 40 123456'] }),
  orderCount: Type.Integer({ description: 'Orders of the customer, without tests', examples: [3] }),
  totals: Type.Array(
    Type.Object({
      currency: currency(),
      orderCount: Type.Integer(),
      amount: amount({ description: 'Sum of accepted orders in minor units, after refunds' }),
    }),
    { description: 'What the accepted orders come to, by currency' },
  ),
  note,
  tags: Type.Array(Type.String(), { description: 'Words of your own', examples: [['wholesale']] }),
  consents: Type.Array(Type.Object({ ...CONSENT, decidedAt: timestamp() }), {
    description: 'What the customer said about offers; nothing is sent by it',
  }),
  mergedIntoId: nullable(ulid({ description: 'The customer of which it is part; null unless it was merged' })),
  mergedIds: Type.Array(ulid(), { description: 'The customers that were merged into it' }),
  erasedAt: nullable(timestamp({ description: 'Time at which the erasure was asked for; null unless it was' })),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Customer = Static<typeof Customer.fields>

const consents = Type.Array(input({ ...CONSENT, decidedAt: Type.Optional(moment()) }), {
  maxItems: CONSENT_MEANS.length,
  description: 'Replaces what was known; `decidedAt` is now by default',
})

export const UpdateCustomerInput = input(
  optional({
    name: nullable(text(255, { examples: ['Ada Lovelace'] })),
    phone: nullable(text(50)),
    note,
    tags: Tags,
    consents,
  }),
  { minProperties: 1, examples: [{ tags: ['wholesale'], note: 'Calls before each order' }] },
)
export type UpdateCustomerInput = Static<typeof UpdateCustomerInput>

export const MergeCustomersInput = input({
  customerIds: Type.Array(id(), {
    minItems: 1,
    maxItems: MAX_MERGED,
    uniqueItems: true,
    description: 'The customers that become part of the one that the path names',
  }),
})

export const customerFilters = {
  email: text(254, { description: 'E-mail address, however it is spelled', examples: ['ada@example.com'] }),
  name: text(255, { description: 'Words with which words of the name begin', examples: ['Lovelace'] }),
  channelId: id({ description: 'A channel in which the customer ordered' }),
  tag: text(50, { description: 'Tag of the customer, however it is spelled', examples: ['wholesale'] }),
  status: oneOf(CUSTOMER_STATES, { description: 'By default, neither merged nor erased ones' }),
}

/** An address as the orders of a customer have it. */
export const CustomerAddress = valueResource('CustomerAddress', {
  kind: oneOf(['shipping', 'billing']),
  address: nullable(Address),
  orderId: ulid({ description: 'The latest order that has it' }),
  lastUsedAt: timestamp({ description: 'Time at which that order came' }),
})
