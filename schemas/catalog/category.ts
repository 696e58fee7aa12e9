import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { id, input, nullable, oneOf, optional, text, timestamp, ulid } from '../types.ts'

export const CATEGORY_STATES = ['active', 'archived'] as const
export type CategoryState = (typeof CATEGORY_STATES)[number]

/** Categories from a root to a leaf. */
export const MAX_CATEGORY_DEPTH = 8

const code = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
  title: 'a code of at most 64 letters, digits, dots, hyphens and underscores',
  description: 'Names the category in files; it is unique, whatever its case, and never changes',
  examples: ['tea-green'],
})

const fields = {
  name: text(255, { examples: ['Green tea'] }),
  position: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'Place among the categories with the same parent, lowest first',
    examples: [10],
  }),
}

/** A category of products. Categories are a tree, and a product can have several. */
export const Category = resource('Category', '/api/catalog/categories/{id}', {
  id: ulid(),
  code,
  ...fields,
  status: oneOf(CATEGORY_STATES, { description: 'Products can be put into active categories only' }),
  parentId: nullable(ulid({ description: 'The category above it; null for a root' })),
  path: Type.Array(Type.Object({ id: ulid(), name: Type.String() }), {
    description: 'The categories above it, the root first',
  }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Category = Static<typeof Category.fields>

const { name, position } = fields
const parentId = nullable(id({ description: 'The category above it, which must be active; null for a root' }))

export const CreateCategoryInput = input({ code, name, ...optional({ position, parentId }) })
export type CreateCategoryInput = Static<typeof CreateCategoryInput>
export const UpdateCategoryInput = input(optional({ name, position, parentId }), { minProperties: 1 })
export type UpdateCategoryInput = Static<typeof UpdateCategoryInput>
