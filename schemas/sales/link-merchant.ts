import * as Type from 'typebox'
import { id, input } from '../types.ts'

export const LinkMerchantInput = input({ merchantId: id() })

export const SourcingPrincipalInput = input({
  principal: Type.String({
    maxLength: 255,
    pattern: '^[a-z][a-z0-9+.-]{0,31}:///[a-z0-9_-]{1,64}/[a-z0-9_-]{1,64}/[A-Za-z0-9._~-]{1,64}$',
    title: 'a resource URI such as commerce:///partner/partners/{id}',
    examples: ['commerce:///partner/partners/01JNBV8ZK4T6Q9WD3E5RXH7M2C'],
  }),
})
