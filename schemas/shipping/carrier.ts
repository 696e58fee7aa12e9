import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { input, nullable, optional, text, timestamp } from '../types.ts'

export const MAX_OWN_CARRIERS = 50

const CODE = '^[a-z0-9]{1,12}(-[a-z0-9]{1,12}){0,3}$'
const TEMPLATE = '^https://[^\\s{}]{1,900}\\{number\\}[^\\s{}]{0,900}$'

const fields = {
  name: text(100, { examples: ['Radkurier Elbe'] }),
  aliases: Type.Array(text(100), {
    maxItems: 20,
    description: 'Other names under which shops and custodians report the carrier',
    examples: [['RKE']],
  }),
  trackingUrlTemplate: nullable(
    Type.String({
      pattern: TEMPLATE,
      maxLength: 2000,
      title: 'an https URL with {number} in it, and no other braces',
      examples: ['https://radkurier.example/track?code={number}'],
    }),
  ),
}

const code = () =>
  Type.String({ pattern: CODE, title: 'one to four lower-case words, joined by hyphens', examples: ['radkurier-elbe'] })

export const Carrier = resource('Carrier', '/api/shipping/carriers/{code}', {
  code: code(),
  name: fields.name,
  aliases: Type.Array(Type.String()),
  trackingUrlTemplate: nullable(Type.String({ examples: ['https://radkurier.example/track?code={number}'] })),
  isOwn: Type.Boolean({ description: 'False for carriers that the platform knows' }),
  createdAt: nullable(timestamp()),
  updatedAt: nullable(timestamp()),
})
export type Carrier = Static<typeof Carrier.fields>

const { name, ...rest } = fields

export const CreateCarrierInput = input({ code: code(), name, ...optional(rest) })
export type CreateCarrierInput = Static<typeof CreateCarrierInput>
export const UpdateCarrierInput = input(optional(fields), { minProperties: 1 })
