import { debtor } from '../book.ts'
import { addUp, type Line } from './prices.ts'
import { type Customer, compare, count, type Sold, type World } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
export type Body = any

/** Books an issued invoice and compares its totals. */
export const keepInvoice = (
  world: World,
  customer: Customer,
  body: Body,
  lines: readonly Line[],
  { pricesIncludeTax = false, total = addUp(lines, pricesIncludeTax) } = {},
): Sold => {
  const { id, invoiceNumber: number, dueDate } = body
  const issuedAt = Date.parse(body.issuedAt)
  compare(world, `status of ${number}`, body.status, 'issued')
  compare(
    world,
    `totals of ${number}`,
    [body.subtotal, body.taxTotal, body.grandTotal],
    [...[total.net, total.tax, total.gross]],
  )
  const ids: { id: string }[] = body.lineItems
  const kept = lines.map((line, i) => ({ ...line, id: ids[i]?.id ?? '' }))
  const invoice = { ...total, id, number, customer, dueDate, issuedAt, lines: kept, open: total.gross, credited: 0 }
  const sold = { ...invoice, pricesIncludeTax, isPaidInPart: false, isOverdue: false, isCancelled: false }
  world.invoices.push(sold)
  for (const [account, gross] of total.byAccount) world.book.post(debtor(customer.id), account, gross, issuedAt)
  count(world, 'invoices')
  return sold
}
