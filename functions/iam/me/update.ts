import { showMe } from '../../../lib/iam/accounts/show-me.ts'
import { updateProfile } from '../../../lib/iam/accounts/update-profile.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { spellLocale } from '../../../lib/platform/locale/choose-language.ts'
import { Me, UpdateMeInput } from '../../../schemas/iam/identity.ts'

export const updateMe = identityEndpoint({
  route: 'PATCH /api/iam/me',
  summary: 'Update your phone number and language',
  description:
    'The number receives text messages of the topics that the tenant policy allows and you have not disabled. Messages about your account are in the language of `locale`; those of a tenant are in its language.',
  body: UpdateMeInput,
  returns: Me,
  ifMatch: true,
  async run(app, { caller, body, unit }) {
    const me = await showMe(app.db, caller)
    unit.match(me)
    const { phone = me.phone } = body
    const locale = body.locale ? spellLocale(body.locale) : body.locale === null ? null : me.locale
    if (phone === me.phone && locale === me.locale) return me
    return { ...me, ...(await updateProfile(app, unit, caller.identity, { phone, locale })) }
  },
})
