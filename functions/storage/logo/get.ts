import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { getLogoFile } from '../../../lib/storage/logo/get-logo-file.ts'
import { Logo } from '../../../schemas/storage/logo.ts'

export const getLogo = endpoint({
  route: 'GET /api/storage/logo',
  scope: 'configuration:setting:read',
  summary: 'Get the logo on documents, mails and the pages of buyers',
  returns: Logo,
  problems: ['NOT_FOUND'],
  run: async ({ db }, { caller }) => orNotFound(await getLogoFile(db, caller.tenant)),
})
