import type { CreateCustodianInput } from '../../client/src/index.ts'
import type { Maker } from './maker.ts'

/** The custodian `elbe` works an order within seconds, and `isar` within days. */
const CUSTODIANS: Readonly<Record<string, Omit<CreateCustodianInput, 'partnerId'> & { partner: string }>> = {
  hamburg: { partner: 'nordlicht', type: 'internal', name: 'Hamburg, main hall' },
  valencia: { partner: 'almacenes', type: 'internal', name: 'Valencia, harbour' },
  elbe: {
    partner: 'elbe',
    type: 'simulator',
    name: 'Elbe East',
    enabledCapabilities: ['tenant_picks_warehouse', 'cancel_order', 'webhook_receipt', 'list_inventory'],
    connectionConfig: {
      accountId: 'demo, Elbe East',
      integrationId: 'step_seconds=2&split_percent=40',
      webhookSecret: 'a secret of both sides',
    },
  },
  isar: {
    partner: 'isar',
    type: 'simulator',
    name: 'Isar South',
    enabledCapabilities: ['tenant_picks_warehouse', 'cancel_order', 'webhook_receipt'],
    connectionConfig: {
      accountId: 'demo, Isar South',
      integrationId: 'step_seconds=21600',
      webhookSecret: 'a secret of both sides',
    },
  },
}

export const makeCustodians = async ({ client, once, known }: Maker): Promise<void> => {
  for (const [name, { partner, ...input }] of Object.entries(CUSTODIANS))
    await once(
      `custodian ${name}`,
      async (options) =>
        (await client.warehousing.custodians.create({ ...input, partnerId: known(`partner ${partner}`) }, options)).id,
    )
}

/** Makes a product of the tenant's own. All other products come from the shop. */
export const makeCatalog = async ({ client, once, change, known }: Maker): Promise<void> => {
  const { products, variants, assortments, categories } = client.catalog
  const root = await once(
    'category, root',
    async (options) => (await categories.create({ code: 'tableware', name: 'Tableware' }, options)).id,
  )
  const leaf = await once(
    'category',
    async (options) =>
      (await categories.create({ code: 'trays', name: 'Trays', parentId: root, position: 10 }, options)).id,
  )
  const old = await once(
    'category, archived',
    async (options) => (await categories.create({ code: 'sale-2025', name: 'Sale 2025' }, options)).id,
  )
  await change('category is archived', () => categories.archive(old))
  const productId = await once(
    'product',
    async (options) =>
      (
        await products.create(
          {
            name: 'Walnut tea tray',
            brand: 'Demo Trading',
            description: 'Oiled by hand',
            tags: ['gift', 'handmade'],
            categoryIds: [leaf],
            attributes: { wood: 'Walnut' },
          },
          options,
        )
      ).id,
  )
  await once(
    'product, draft',
    async (options) =>
      (await products.create({ name: 'Walnut tea caddy', status: 'draft', tags: ['gift'] }, options)).id,
  )
  await once(
    'product, archived',
    async (options) => (await products.create({ name: 'Cherry tea tray', brand: 'Demo Trading' }, options)).id,
  )
  await change('product is archived', () => products.archive(known('product, archived')))
  const sizes = {
    small: { amount: 2900, gtin: '7300011000017', weightGrams: 640, lengthMm: 300, widthMm: 200, heightMm: 40 },
    large: { amount: 4900, gtin: '8904000210037', weightGrams: 1150, lengthMm: 450, widthMm: 300, heightMm: 45 },
  }
  for (const [size, { amount, ...goods }] of Object.entries(sizes))
    await once(
      `variant ${size}`,
      async (options) =>
        (
          await variants.create(
            {
              productId,
              sku: `TRAY-${size.toUpperCase()}`,
              name: `Walnut tea tray, ${size}`,
              ...{ mpn: `WT-${size}`, hsCode: '441912', countryOfOrigin: 'DE', ...goods },
              attributes: { size },
              prices: [{ currency: 'EUR', amount }],
              localizations: { de_DE: { name: `Teetablett aus Nussbaum, ${size === 'small' ? 'klein' : 'groß'}` } },
            },
            options,
          )
        ).id,
    )
  const assortmentId = await once(
    'assortment',
    async (options) => (await assortments.create({ name: 'Gifts' }, options)).id,
  )
  await change('assortment has a variant', () => assortments.putVariant(assortmentId, known('variant small')))
}

/** Makes what arrives, moves and lies in the halls: goods receipts with lots and serial numbers, a transfer, corrections. */
export const makeStock = async ({ client, once, change, known }: Maker): Promise<void> => {
  const { goodsReceipts, transfers, stockItems, lots, serialUnits } = client.inventory
  const [small, large] = [known('variant small'), known('variant large')]
  const [hamburg, valencia] = [known('custodian hamburg'), known('custodian valencia')]

  const received = await once(
    'goods receipt, received',
    async (options) =>
      (
        await goodsReceipts.create(
          {
            custodianId: hamburg,
            reference: 'PO-1001',
            lines: [
              { variantId: small, expected: 80 },
              { variantId: large, expected: 2 },
            ],
          },
          options,
        )
      ).id,
  )
  await change('goods receipt arrives', () =>
    goodsReceipts.receive(
      received,
      {
        lines: [
          { variantId: small, quantity: 80, lots: [{ code: 'L-0420', expiresOn: '2099-12-31', quantity: 80 }] },
          { variantId: large, quantity: 2, serialNumbers: ['TRAY-000001', 'TRAY-000002'] },
        ],
      },
      { idempotencyKey: 'demo goods receipt arrives' },
    ),
  )
  await once(
    'goods receipt, expected',
    async (options) =>
      (
        await goodsReceipts.create(
          {
            custodianId: valencia,
            reference: 'PO-1002',
            expectedAt: '2099-03-31',
            lines: [{ variantId: small, expected: 25 }],
          },
          options,
        )
      ).id,
  )
  const stockItem = await once('stock item', async () => {
    const { member } = await stockItems.list({ variantId: small, custodianId: hamburg })
    return member[0]?.id as string
  })
  const lotId = await once('lot', async () => (await lots.list({ stockItemId: stockItem })).member[0]?.id as string)
  await once('serial unit', async () => (await serialUnits.list()).member[0]?.id as string)
  await change('stock item is corrected', () =>
    stockItems.correct(
      stockItem,
      { onHand: 79, lotId, reason: 'One fewer was counted' },
      { idempotencyKey: 'demo stock item is corrected' },
    ),
  )
  const move = async (name: string, quantity: number) =>
    await once(
      name,
      async (options) =>
        (
          await transfers.create(
            {
              fromCustodianId: hamburg,
              toCustodianId: valencia,
              reference: name,
              lines: [{ variantId: small, quantity }],
            },
            options,
          )
        ).id,
    )
  const shipped = await move('transfer, shipped', 6)
  await change('transfer leaves', () => transfers.ship(shipped))
  await move('transfer, planned', 4)
}
