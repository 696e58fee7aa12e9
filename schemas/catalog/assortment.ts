import type { Static } from 'typebox'
import { resource } from '../../lib/platform/http/response/resource.ts'
import { input, text, timestamp, ulid } from '../types.ts'

const name = () => text(255, { examples: ['Summer 2026'] })

/** A choice of the catalog: what a channel imports into, or publishes. */
export const Assortment = resource('Assortment', '/api/catalog/assortments/{id}', {
  id: ulid(),
  name: name(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Assortment = Static<typeof Assortment.fields>

export const AssortmentInput = input({ name: name() })
