import * as Type from 'typebox'
import { resourceAddress } from '../resource-address.ts'
import { input, nullable } from '../types.ts'

export const AbilityInput = input({
  subject: Type.Optional(
    nullable(resourceAddress({ examples: ['commerce:///warehousing/custodians/01JNBV8ZK4T6Q9WD3E5RXH7M2C'] })),
  ),
  scopes: Type.Array(
    Type.String({
      maxLength: 100,
      pattern: '^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$',
      title: 'a scope of the form module:resource:action',
      examples: ['warehousing:custodian:suspend'],
    }),
    { minItems: 1, maxItems: 50 },
  ),
})

const only = (value: boolean) => Type.Unsafe<boolean>({ type: 'boolean', const: value })
const allowed = Type.Object(
  { allowed: only(true) },
  { description: 'You have the scope and the state allows the action' },
)
const denied = Type.Object({ allowed: only(false), reason: Type.String() })

export interface Verdict {
  allowed: boolean
  reason?: string
}

export const Abilities = Type.Unsafe<Record<string, Verdict>>({
  type: 'object',
  description: 'Verdict by scope',
  additionalProperties: { anyOf: [allowed, denied] },
  example: { 'warehousing:custodian:suspend': { allowed: false, reason: 'custodian is disconnected' } },
})
