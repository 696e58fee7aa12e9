import type { Static } from 'typebox'
import * as Type from 'typebox'
import { nullable } from './types.ts'

const orNull = () => nullable(Type.String())

const maybe = (maxLength: number, options: object = {}) =>
  Type.Optional(nullable(Type.String({ maxLength, ...options })))

/** Members of an address that whoever sends it may leave out; the code of its country is that of each schema. */
export const addressMembers = {
  name: maybe(255, { description: 'The person' }),
  company: maybe(255, { description: 'The company, which has a line of its own', examples: ['ACME GmbH'] }),
  line1: maybe(255),
  line2: maybe(255),
  city: maybe(255),
  postalCode: maybe(32),
  region: maybe(255, {
    description:
      'A name or a code, as the shop says it. Labels, papers and custodians get what the post of the country knows',
  }),
  phone: maybe(50, { examples: ['+49 431 555'] }),
  email: maybe(254),
}

/** An address as answers show it; a shop may leave out any part. */
export const Address = Type.Object({
  name: orNull(),
  company: orNull(),
  line1: orNull(),
  line2: orNull(),
  city: orNull(),
  postalCode: orNull(),
  region: orNull(),
  countryCode: orNull(),
  phone: orNull(),
  email: orNull(),
})
export type Address = Static<typeof Address>
