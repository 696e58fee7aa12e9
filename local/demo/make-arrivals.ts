import type { Maker } from './maker.ts'

/** Makes goods receipts and a transfer that wait for what one does in the reference, and goods that arrived in Valencia. */
export const makeArrivals = async ({ client, once, change, known }: Maker): Promise<void> => {
  const { goodsReceipts, lots, stockItems, transfers } = client.inventory
  const [small, large] = [known('variant small'), known('variant large')]
  const [hamburg, valencia] = [known('custodian hamburg'), known('custodian valencia')]
  const announce = async (name: string, reference: string, expected: number) =>
    await once(
      `goods receipt, ${name}`,
      async (options) =>
        (
          await goodsReceipts.create(
            { custodianId: valencia, reference, lines: [{ variantId: small, expected }] },
            options,
          )
        ).id,
    )
  await announce('to close', 'PO-1004', 6)
  await announce('to cancel', 'PO-1005', 6)
  const arrived = await announce('in Valencia', 'PO-1006', 12)
  await change('goods arrive in Valencia', () =>
    goodsReceipts.receive(
      arrived,
      {
        lines: [
          {
            variantId: small,
            quantity: 12,
            lots: [
              { code: 'L-0310', expiresOn: '2098-12-31', quantity: 10 },
              { code: 'L-0311', expiresOn: '2099-12-31', quantity: 2 },
            ],
          },
        ],
      },
      { idempotencyKey: 'demo goods arrive in Valencia' },
    ),
  )
  const where = { variantId: small, custodianId: valencia }
  const stockItemId = await once(
    'stock item in Valencia',
    async () => (await stockItems.list(where)).member[0]?.id as string,
  )
  await once(
    'lot, to recall',
    async () => (await lots.list({ stockItemId })).member.find(({ code }) => code === 'L-0311')?.id as string,
  )
  const unsold = { variantId: large, custodianId: valencia }
  await once(
    'stock item, to discontinue',
    async () => (await stockItems.create({ ...unsold, onHand: 1 })).id,
    async () => (await stockItems.list(unsold)).member[0]?.id,
  )
  await once(
    'transfer, to cancel',
    async (options) =>
      (
        await transfers.create(
          {
            fromCustodianId: hamburg,
            toCustodianId: valencia,
            reference: 'transfer, not needed',
            lines: [{ variantId: small, quantity: 1 }],
          },
          options,
        )
      ).id,
  )
}
