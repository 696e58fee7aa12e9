import { type BookLine, type BookOrder, worthOf } from './book.ts'
import type { Side } from './side.ts'

export const SKUS = ['TEA', 'POT', 'CUP', 'BOOK']

export type Among = (most: number) => number

export const newLine = (sku: string, among: Among, isAdded: boolean): BookLine => {
  const percent = sku === 'BOOK' ? 7 : 19
  const price = (among(20) + 1) * (100 + percent)
  return { sku, price, percent, ordered: 1 + among(3), isAdded, edited: 0, removed: 0, returned: 0 }
}

export const newOrder = (id: number, at: string, { customs, channels }: Side, among: Among): BookOrder => {
  const index = among(channels.length)
  const { currency, isGross } = channels[index] ?? channels[0]
  const skus = SKUS.filter(() => among(2) === 0)
  const lines = (skus.length ? skus : ['TEA']).map((sku) => newLine(sku, among, false))
  const payments = [
    ...(['paid', 'paid', 'paid', 'paid'] as const),
    ...(customs.paysLater ? (['pending'] as const) : []),
    ...(customs.authorizes ? (['authorized'] as const) : []),
    ...(customs.paysOnDelivery ? (['on_account'] as const) : []),
  ]
  const payment = payments[among(payments.length)] ?? 'paid'
  const order: BookOrder = {
    ...{
      id,
      channel: index,
      currency,
      isGross: isGross ?? among(2) === 0,
      lines,
      shipping: among(3) * 119,
      payment,
      received: 0,
      refunds: [],
    },
    ...{
      isCancelled: false,
      isDeleted: false,
      isOnHold: false,
      completedAt: null,
      house: 1,
      placedAt: at,
      changedAt: at,
    },
  }
  if (payment === 'paid') order.received = worthOf(order)
  return order
}
