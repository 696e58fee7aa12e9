import type { ConnectChannelInput } from '../../client/src/index.ts'
import type { Maker } from './maker.ts'

/** Orders come twice a day, so that a shop stays small however long the platform runs. */
const ORDERS = { orders: '10', every_seconds: '43200', changed_percent: '20' }

export const TEA_SEED = 'demo, tea shop'

const SHOPS: Readonly<Record<string, ConnectChannelInput>> = {
  tea: {
    name: 'Tea shop',
    code: 'TEA',
    type: 'simulator',
    syncSettings: { autoImportEnabled: false },
    credentials: { api_key: 'any', seed: TEA_SEED, ...ORDERS },
  },
  outlet: {
    name: 'Tea outlet',
    code: 'OUTLET',
    type: 'simulator',
    syncSettings: { autoImportEnabled: false },
    credentials: { api_key: 'any', seed: 'demo, tea outlet', ...ORDERS, changed_percent: '0' },
  },
}

const SKUS = ['SIM-0', 'SIM-1', 'SIM-2', 'SIM-3', 'SIM-4', 'SIM-5']
const ON_HAND = 200

const importCatalog = async ({ client, once, change, until, known }: Maker, name: string): Promise<void> => {
  const { channels } = client.sales
  const id = known(`channel ${name}`)
  await change(`catalog of ${name} is asked for`, () => channels.importCatalog(id))
  await once(`sync run of ${name}`, () =>
    until('The import of a catalog', async () => {
      const { member } = await channels.listSyncRuns(id, { status: 'success' })
      return member.find(({ type }) => type === 'products')?.id
    }),
  )
}

/** Connects two simulated shops and imports their catalogs. */
export const connectShops = async (maker: Maker): Promise<void> => {
  const { client, once, change } = maker
  const merchantId = await once(
    'merchant',
    async (options) => (await client.sales.merchants.create({ name: 'Demo Trading', countryCode: 'DE' }, options)).id,
  )
  for (const [name, input] of Object.entries(SHOPS)) {
    const id = await once(
      `channel ${name}`,
      async (options) => (await client.sales.channels.connect(input, options)).id,
    )
    await change(`channel ${name} has a merchant`, () => client.sales.channels.linkMerchant(id, { merchantId }))
    await importCatalog(maker, name)
  }
}

/** Puts the goods of the shops into the halls of both simulated custodians. */
export const fillHalls = async ({ client, once, known }: Maker): Promise<void> => {
  const { member: variants } = await client.catalog.variants.list({ itemsPerPage: 100 })
  for (const sku of SKUS) {
    const variantId = variants.find((each) => each.sku === sku)?.id
    if (!variantId) throw new Error(`The shop sells no ${sku}.`)
    await once(`variant ${sku}`, async () => variantId)
    for (const hall of ['elbe', 'isar']) {
      const where = { variantId, custodianId: known(`custodian ${hall}`) }
      await once(
        `stock of ${sku} at ${hall}`,
        async () => (await client.inventory.stockItems.create({ ...where, onHand: ON_HAND })).id,
        async () => (await client.inventory.stockItems.list(where)).member[0]?.id,
      )
    }
  }
}

const makePolicy = async ({ client, once, known }: Maker, name: string, custodian: string) =>
  await once(
    `policy ${name}`,
    async () =>
      (
        await client.fulfilment.policies.create({
          name: `Orders of the ${name}`,
          rules: [{ name: 'One hall', custodianIds: [known(`custodian ${custodian}`)] }],
        })
      ).id,
    async () =>
      (await client.fulfilment.policies.list()).member.find((each) => each.name === `Orders of the ${name}`)?.id,
  )

/** Says who works the orders and what that costs, and lets the orders in. The orders of the outlet wait for a decision. */
export const openShops = async (maker: Maker): Promise<void> => {
  const { client, once, change, known } = maker
  await once(
    'tariff',
    async (options) =>
      (
        await client.billing.tariffs.create(
          {
            partnerId: known('partner elbe'),
            name: 'Fulfilment',
            basis: 'custody',
            currency: 'EUR',
            validFrom: '2026-01-01',
            rates: [
              { per: 'order', amount: 150 },
              { per: 'piece', amount: 12.5 },
              { per: 'parcel', amount: 420 },
              { per: 'return', amount: 275 },
            ],
          },
          options,
        )
      ).id,
  )
  const policies = {
    tea: await makePolicy(maker, 'tea shop', 'elbe'),
    outlet: await makePolicy(maker, 'outlet', 'isar'),
  }
  await once(
    'acceptance rules',
    async () =>
      (
        await client.sales.acceptanceRuleSets.create({
          channelId: known('channel outlet'),
          name: 'Look at all orders',
          action: 'hold',
          conditions: [{ rules: [{ field: 'total', operator: 'exists' }] }],
        })
      ).id,
    async () => (await client.sales.acceptanceRuleSets.list({ channelId: known('channel outlet') })).member[0]?.id,
  )
  for (const [name, defaultFulfilmentPolicyId] of Object.entries(policies))
    await change(`channel ${name} is open`, () =>
      client.sales.channels.update(known(`channel ${name}`), {
        defaultFulfilmentPolicyId,
        syncSettings: { autoImportEnabled: true },
      }),
    )
}

/** Notes a held order of the outlet that has no part in the demo yet. */
const pickHeld = async ({ client, once, until, known }: Maker, name: string, taken: readonly string[]) =>
  await once(name, () =>
    until('The import of orders', async () => {
      const { member } = await client.sales.orders.list({
        channelId: known('channel outlet'),
        status: 'held',
        itemsPerPage: 100,
      })
      return member.find(({ id }) => !taken.includes(id))?.id
    }),
  )

/** Takes all pieces of the order's first line out of the hall `isar`, as far as they are free. */
const sellOut = async ({ client, change, known }: Maker, orderId: string): Promise<void> => {
  await change('goods are sold out', async () => {
    const { lineItems } = await client.sales.orders.get(orderId)
    const id = known(`stock of ${lineItems[0]?.sku} at isar`)
    const { onHand, reserved } = await client.inventory.stockItems.get(id)
    await client.inventory.stockItems.writeOff(
      id,
      { quantity: onHand - reserved, reason: 'Water damage' },
      { idempotencyKey: 'demo goods are sold out' },
    )
  })
}

/** Decides about orders of the outlet: one is accepted, one is rejected, one waits for goods, and the others wait for you. */
export const decideOrders = async (maker: Maker): Promise<void> => {
  const { client, once, change, until } = maker
  const accepted = await pickHeld(maker, 'order, accepted', [])
  await change('order is accepted', () => client.sales.orders.accept(accepted))
  await once('fulfilment order, in progress', () =>
    until('The dispatch of an order', async () => {
      const { member } = await client.fulfilment.orders.list({ salesOrderId: accepted })
      return member[0]?.id
    }),
  )
  const rejected = await pickHeld(maker, 'order, rejected', [accepted])
  await change('order is rejected', () =>
    client.sales.orders.reject(rejected, { reason: 'The buyer asked for it by telephone' }),
  )
  const short = await pickHeld(maker, 'order, short', [accepted, rejected])
  await sellOut(maker, short)
  await change('order without goods is accepted', () => client.sales.orders.accept(short))
  await once('incident', () =>
    until('The incident of an order without goods', async () => {
      const { member } = await client.fulfilment.incidents.list({ status: 'open' })
      return member[0]?.id
    }),
  )
  await pickHeld(maker, 'order, held', [accepted, rejected, short])
}

/** Lets the tea shop tell of its orders, and sends a message that is not signed, which is recorded as such. */
export const subscribeToShop = async ({ client, api, once, change, known }: Maker): Promise<void> => {
  const id = known('channel tea')
  const topic = await once('channel webhook', async () => {
    await client.sales.channels.subscribeWebhookTopic(id, { topic: 'order.created' })
    return 'order.created'
  })
  await change('channel webhook is sent', () =>
    fetch(`${api}/hooks/channels/${id}`, { method: 'POST', headers: { 'x-simulator-topic': topic }, body: '{}' }),
  )
}
