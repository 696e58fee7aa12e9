import type { Static } from 'typebox'
import * as Type from 'typebox'
import { nullable } from './types.ts'

const orNull = () => nullable(Type.String())

/** An address as answers show it; a shop may leave out any part. */
export const Address = Type.Object({
  name: orNull(),
  line1: orNull(),
  line2: orNull(),
  city: orNull(),
  postalCode: orNull(),
  region: orNull(),
  countryCode: orNull(),
})
export type Address = Static<typeof Address>
