import * as Type from 'typebox'
import { ROLES } from '../../lib/platform/access/scopes.ts'
import { resource } from '../../lib/platform/http/response/resource.ts'
import { input, oneOf, text, timestamp, ulid } from '../types.ts'

export const Tenant = resource('Tenant', '/api/iam/tenants/{id}', {
  id: ulid(),
  name: Type.String({ examples: ['Analytical Engines Ltd'] }),
  role: oneOf(ROLES, { description: 'What you are in it' }),
  createdAt: timestamp(),
})

export const CreateTenantInput = input({ name: text(255, { examples: ['Analytical Engines Ltd'] }) })
