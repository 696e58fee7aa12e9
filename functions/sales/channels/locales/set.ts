import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { changeChannel, loadChannel } from '../../../../lib/sales/channels/channel-store.ts'
import { chooseSupported, LOCALE } from '../../../../lib/sales/channels/locales-and-currencies.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { SalesChannel, SetLocalesInput } from '../../../../schemas/sales/channel.ts'

export const setChannelLocales = endpoint({
  route: 'PATCH /api/sales/channels/{id}/locales',
  scope: 'sales:channel:write',
  summary: 'Set the locales of a channel; an empty list allows all',
  body: SetLocalesInput,
  returns: SalesChannel,
  async run({ db }, { params, body, unit }) {
    const channel = await loadChannel(unit, params.id)
    const changes = chooseSupported(LOCALE, channel, {
      default: body.defaultLocale,
      supported: body.supportedLocales,
      clear: body.clearDefaultLocale,
    })
    return await presentChannel(db, unit.tenant, changeChannel(unit, channel, changes))
  },
})
