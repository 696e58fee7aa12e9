import type { Static } from 'typebox'
import { resource } from '../resource.ts'
import { input, text, timestamp, ulid } from '../types.ts'

const name = () => text(255, { examples: ['Summer 2026'] })

/** A selection of variants that a channel imports into or publishes. */
export const Assortment = resource('Assortment', '/api/catalog/assortments/{id}', {
  id: ulid(),
  name: name(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Assortment = Static<typeof Assortment.fields>

export const AssortmentInput = input({ name: name() })
