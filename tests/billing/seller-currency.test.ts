import { beforeEach, describe, expect, it } from 'vitest'
import { aMember, type Member } from '../support/client.ts'
import { aSellingShop } from './selling.ts'
import { aTariff } from './tariffing.ts'

/** An order of 3 pieces for 30.00 USD, for which the shop keeps 27.77 EUR. */
const MONEY = { currency: 'USD', shopCurrency: 'EUR', shopTotal: 2777 }

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const aShop = async (orderSettings: object) => {
  const shop = await aSellingShop(owner, { orderSettings })
  const lines = [{ externalLineId: 'l', sku: shop.tea.sku, name: 'Tea', quantity: 3, total: 3000 }]
  const tell = (number: string, fields: object = {}) => shop.tell(number, 3000, lines, { ...MONEY, ...fields })
  const sums = async () => {
    const byCurrency = Map.groupBy(await shop.charges(), ({ currency }) => currency)
    return Object.fromEntries(
      [...byCurrency].map(([currency, own]) => [currency, own.reduce((sum, { amount }) => sum + amount, 0)]),
    )
  }
  return { ...shop, tell, sums }
}
const refunds = (...amounts: number[]) => ({
  refunds: amounts.map((amount, i) => ({ externalRefundId: `r${i}`, amount })),
})

describe('an order that was paid in another money than that of the shop', () => {
  it('is owed as the customer paid it, unless the channel says otherwise', async () => {
    const shop = await aShop({})
    await shop.tell('A', refunds(1000))
    expect(await shop.sums()).toEqual({ USD: 2000 })
  })

  it('is owed in the money of the shop if the channel says so, at the rate of the order', async () => {
    const shop = await aShop({ sellerCurrency: 'shop' })
    await shop.tell('A')
    expect(await shop.sums()).toEqual({ EUR: 2777 })
    await shop.tell('A', refunds(1000))
    // 2777 x 1000 / 3000 = 925.67
    expect(await shop.sums()).toEqual({ EUR: 2777 - 926 })
  })

  it('owes nothing once everything was refunded in parts, however each of them is rounded', async () => {
    const shop = await aShop({ sellerCurrency: 'shop' })
    await shop.tell('A')
    await shop.tell('A', refunds(1000))
    await shop.tell('A', refunds(1000, 1000))
    await shop.tell('A', refunds(1000, 1000, 1000))
    expect(await shop.sums()).toEqual({ EUR: 0 })
  })

  it('has its commission and its returns in the same money', async () => {
    const shop = await aShop({ sellerCurrency: 'shop' })
    await aTariff(owner, shop.seller.id, { basis: 'goods', rates: [], commissions: [{ percent: 10, amount: 0 }] })
    await shop.tell('A')
    await shop.handOver('A')
    // 2777 less a tenth of it, 277.7
    expect(await shop.sums()).toEqual({ EUR: 2777 - 278 })
    await shop.takeBack('A', shop.tea.sku, 3, { resolution: 'refunded', currency: 'USD', refundAmount: 3000 })
    await shop.tell('A', { refunds: [{ externalRefundId: 'r', amount: 3000 }] })
    expect(await shop.sums()).toEqual({ EUR: 0 })
  })

  it('keeps the money that was agreed when it was accepted', async () => {
    const shop = await aShop({ sellerCurrency: 'shop' })
    await shop.tell('A')
    await owner.patch(`/api/sales/channels/${shop.channel.id}`, { orderSettings: { sellerCurrency: 'order' } })
    await shop.tell('A', refunds(3000))
    await shop.tell('B')
    expect(await shop.sums()).toEqual({ EUR: 0, USD: 3000 })
  })
})
