import { mayMail } from '../../../lib/iam/accounts/count-mail.ts'
import { registerIdentity } from '../../../lib/iam/accounts/register-identity.ts'
import { publicEffectEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { chooseWishedLocale, spellLocale } from '../../../lib/platform/locale/choose-language.ts'
import { Registered, RegisterInput } from '../../../schemas/iam/identity.ts'

export const register = publicEffectEndpoint({
  route: 'POST /api/v1/iam/auth/register',
  summary: 'Register an account',
  description:
    'Sends a verification mail, unless the address got five mails in the last hour; ask for the mail again later then. An address that already has an account gets the same response, and its owner is notified by mail; the password, `firstName`, `country`, `locale` and `marketingOptIn` of an account that was never verified are replaced, and earlier verification mails stop working. The tenant is named after `company`, or after you. The most common passwords are refused.',
  body: RegisterInput,
  success: 201,
  returns: Registered,
  act: (app, { body, now }) => mayMail(app, now, body.email),
  run(app, { body, headers, unit }, isMailed) {
    const locale = body.locale ? spellLocale(body.locale) : chooseWishedLocale(headers['accept-language'])
    return registerIdentity(app, unit, { ...body, locale }, isMailed)
  },
})
