import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { setLogo as set } from '../../../lib/storage/logo/set-logo.ts'
import { Logo, SetLogoInput } from '../../../schemas/storage/logo.ts'

export const setLogo = endpoint({
  route: 'PUT /api/storage/logo',
  scope: 'configuration:setting:write',
  summary: 'Set the logo on documents, mails and the pages of buyers',
  description: 'The logo is on documents, in mails and on the page of the buyer. Documents that are final keep theirs.',
  body: SetLogoInput,
  returns: Logo,
  run: ({ db }, { caller, body, unit }) => set(db, unit, caller, body.fileId),
})
