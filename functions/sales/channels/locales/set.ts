import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { changeChannel, loadChannel } from '../../../../lib/sales/channels/channel-store.ts'
import { chooseSupported, LOCALE } from '../../../../lib/sales/channels/locales-and-currencies.ts'
import { presentChannel } from '../../../../lib/sales/channels/show-channel.ts'
import { SalesChannel, SetLocalesInput } from '../../../../schemas/sales/channel.ts'

export const setChannelLocales = endpoint({
  route: 'PATCH /api/sales/channels/{id}/locales',
  scope: 'sales:channel:write',
  summary: 'Set the locales of a channel; an empty list is no restriction',
  body: SetLocalesInput,
  returns: SalesChannel,
  async run({ db }, { params, body, unit }) {
    const channel = await loadChannel(unit, params.id)
    const before = { default: channel.defaultLocale, supported: channel.supportedLocales }
    const asked = {
      default: body.defaultLocale,
      supported: body.supportedLocales,
      clear: body.clearDefaultLocale,
    }
    const after = chooseSupported(LOCALE, before, asked)
    const changes = { defaultLocale: after.default, supportedLocales: [...after.supported] }
    return await presentChannel(db, unit.tenant, changeChannel(unit, channel, changes))
  },
})
