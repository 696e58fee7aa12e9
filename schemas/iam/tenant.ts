import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { ROLES } from '../roles.ts'
import { id, input, oneOf, text, timestamp, ulid } from '../types.ts'

export const Tenant = resource('Tenant', '/api/iam/tenants/{id}', {
  id: ulid(),
  name: Type.String({ examples: ['Analytical Engines Ltd'] }),
  role: oneOf(ROLES, { description: 'Your role in the tenant' }),
  createdAt: timestamp(),
})

const name = () => text(255, { examples: ['Analytical Engines Ltd'] })

export const CreateTenantInput = input({ name: name() })
export const RenameTenantInput = input({ name: name() })
export const TransferOwnershipInput = input({ memberId: id() })
