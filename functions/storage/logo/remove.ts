import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { removeLogo as remove } from '../../../lib/storage/logo/set-logo.ts'

export const removeLogo = endpoint({
  route: 'DELETE /api/storage/logo',
  scope: 'configuration:setting:write',
  summary: 'Remove the logo; its file remains',
  problems: ['NOT_FOUND'],
  run: ({ db }, { unit }) => remove(db, unit),
})
