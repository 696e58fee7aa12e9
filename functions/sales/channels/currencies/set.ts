import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { changeChannel, loadChannel } from '../../../../lib/sales/channels/channel-store.ts'
import { CURRENCY, chooseSupported } from '../../../../lib/sales/channels/locales-and-currencies.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { SalesChannel, SetCurrenciesInput } from '../../../../schemas/sales/channel.ts'

export const setChannelCurrencies = endpoint({
  route: 'PATCH /api/sales/channels/{id}/currencies',
  scope: 'sales:channel:write',
  summary: 'Set the currencies of a channel; an empty list allows all',
  body: SetCurrenciesInput,
  returns: SalesChannel,
  async run({ db }, { params, body, unit }) {
    const channel = await loadChannel(unit, params.id)
    const changes = chooseSupported(CURRENCY, channel, {
      default: body.defaultCurrency,
      supported: body.supportedCurrencies,
      clear: body.clearDefaultCurrency,
    })
    return await presentChannel(db, unit.tenant, changeChannel(unit, channel, changes))
  },
})
