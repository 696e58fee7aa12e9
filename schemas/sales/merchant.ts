import type { Static } from 'typebox'
import { country } from '../country.ts'
import { resource } from '../resource.ts'
import { id, input, nullable, optional, text, timestamp, ulid } from '../types.ts'

const fields = {
  name: text(255, { examples: ['Nordlicht Handel GmbH'] }),
  countryCode: nullable(country()),
  taxId: nullable(text(50)),
}

/** A seller of record. */
export const Merchant = resource('Merchant', '/api/sales/merchants/{id}', {
  id: ulid(),
  ...fields,
  partnerId: nullable(ulid()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Merchant = Static<typeof Merchant.fields>

const { name, ...rest } = { ...fields, partnerId: nullable(id()) }

export const CreateMerchantInput = input({ name, ...optional(rest) })
export const UpdateMerchantInput = input(optional({ name, ...rest }), { minProperties: 1 })
