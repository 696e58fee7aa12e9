import {
  type BookLine,
  type BookOrder,
  type BookRefund,
  isEnded,
  isPartlyPaid,
  overpaidOf,
  refundableOf,
  sum,
  wantedOf,
  worthOf,
} from './book.ts'
import { type Among, newLine, SKUS } from './new-order.ts'
import type { Customs, Side } from './side.ts'

/** What happened in the shop, for the tally, and what the shop tells of it. */
export interface Happening {
  name: string
  change: Parameters<Side['tell']>[1]
}

const pick = <T>(all: readonly T[], among: Among): T | undefined => all[among(all.length)]

/** Pieces of each line that the shop still means to send. */
const listOpen = (order: BookOrder, sent: readonly number[]): number[] =>
  order.lines.map((line, at) => Math.max(0, wantedOf(line) - (sent[at] ?? 0)))

const openLines = (order: BookOrder, sent: readonly number[]) =>
  listOpen(order, sent).flatMap((open, line) => (open ? [{ line, open }] : []))

const returnable = (order: BookOrder, sent: readonly number[]) =>
  order.lines.flatMap(({ returned }, line) =>
    (sent[line] ?? 0) > returned ? [{ line, left: (sent[line] ?? 0) - returned }] : [],
  )

const refund = (order: BookOrder, parts: Partial<BookRefund>): boolean => {
  const { pieces = [], shipping = 0 } = parts
  const cost = sum(pieces.map(({ line, quantity }) => (order.lines[line]?.price ?? 0) * quantity)) + shipping
  const amount = parts.amount ?? cost
  if (amount <= 0 || amount > refundableOf(order)) return false
  for (const { line, quantity, left } of pieces) {
    const of = order.lines[line] as BookLine
    if (left) of.returned += quantity
    else of.removed += quantity
  }
  order.refunds.push({ pieces, shipping, amount, at: order.changedAt })
  return true
}

/** Refunds all that was not refunded yet: pieces that left come back, and the others never leave. */
const refundAll = (order: BookOrder, sent: readonly number[]): boolean => {
  const pieces = [
    ...openLines(order, sent).map(({ line, open }) => ({ line, quantity: open, left: false })),
    ...returnable(order, sent).map(({ line, left }) => ({ line, quantity: left, left: true })),
  ]
  const shipping = order.shipping - sum(order.refunds.map((each) => each.shipping))
  return refund(order, { pieces, shipping, amount: refundableOf(order) })
}

type Act = (order: BookOrder, sent: readonly number[], among: Among) => Happening | undefined

const changed = (name: string): Happening => ({ name, change: 'changed' })

const listActs = (customs: Customs, side: Side): Act[] => {
  const canEdit = (order: BookOrder) => {
    const isUnpaid = order.payment === 'pending'
    return !isEnded(order) && (isUnpaid ? customs.editsUnpaid : customs.editsPaid && order.payment === 'paid')
  }
  const isPaid = (order: BookOrder) => !isEnded(order) && order.payment === 'paid' && !isPartlyPaid(order)
  const canRefundPart = (order: BookOrder) => customs.refundsParts && isPaid(order)

  const pay: Act = (order) => {
    if (order.isDeleted || (order.isCancelled && !customs.reopens)) return undefined
    if (order.payment === 'paid' ? !isPartlyPaid(order) : false) return undefined
    const name = order.isCancelled ? 'late payments' : 'payments'
    Object.assign(order, { payment: 'paid', received: worthOf(order), isCancelled: false })
    return changed(name)
  }
  const removePiece: Act = (order, sent, among) => {
    const found = pick(openLines(order, sent), among)
    // What an edit after a refund owes the buyer is for the staff to say.
    if (!found || !canEdit(order) || order.refunds.length || sum(order.lines.map(wantedOf)) < 2) return undefined
    ;(order.lines[found.line] as BookLine).edited += 1 + among(found.open)
    if (sum(order.lines.map(wantedOf)) < 1) (order.lines[found.line] as BookLine).edited -= 1
    if (!customs.owesEdits) refund(order, { amount: overpaidOf(order) })
    return changed('pieces removed by edits')
  }
  const addLine: Act = (order, _sent, among) => {
    const sku = SKUS.find((each) => order.lines.every((line) => line.sku !== each))
    if (!sku || !canEdit(order)) return undefined
    order.lines.push(newLine(sku, among, true))
    return changed('lines added by edits')
  }
  const refundPieces: Act = (order, sent, among) => {
    const found = pick(openLines(order, sent), among)
    if (!found || !canRefundPart(order) || order.completedAt) return undefined
    const quantity = 1 + among(found.open)
    return refund(order, { pieces: [{ line: found.line, quantity, left: false }] })
      ? changed('refunds before leaving')
      : undefined
  }
  const refundReturned: Act = (order, sent, among) => {
    const found = pick(returnable(order, sent), among)
    // WooCommerce says of no refund whether its pieces had left.
    const isTold = side.type !== 'woocommerce' || order.completedAt || !openLines(order, sent).length
    if (!found || !canRefundPart(order) || !isTold) return undefined
    return refund(order, { pieces: [{ line: found.line, quantity: 1, left: true }] })
      ? changed('refunds after leaving')
      : undefined
  }
  const refundAmount: Act = (order, _sent, among) => {
    const amount = 1 + among(150)
    if (!canRefundPart(order) || amount >= refundableOf(order)) return undefined
    return refund(order, { amount }) ? changed('refunds of amounts') : undefined
  }
  const refundShipping: Act = (order) => {
    if (!canRefundPart(order) || order.refunds.some(({ shipping }) => shipping)) return undefined
    return refund(order, { shipping: order.shipping }) ? changed('refunds of shipping') : undefined
  }
  const refundOverpaid: Act = (order) => {
    const owed = overpaidOf(order)
    if (!canRefundPart(order) || owed <= 0) return undefined
    return refund(order, { amount: owed }) ? changed('refunds of what edits removed') : undefined
  }
  const refundEverything: Act = (order, sent) =>
    isPaid(order) && refundAll(order, sent) ? changed('refunds in full') : undefined
  const cancel: Act = (order, sent) => {
    if (isEnded(order) || order.completedAt || (customs.cancelsUntilSent && sum(sent) > 0)) return undefined
    if (customs.cancelsUntilSent && order.payment === 'paid') refundAll(order, sent)
    order.isCancelled = true
    return { name: 'cancellations', change: 'cancelled' }
  }
  /** Cancels an order of which some pieces have left, which few platforms allow. */
  const cancelLate: Act = (order, sent, among) => (sum(sent) > 0 ? cancel(order, sent, among) : undefined)
  const restore: Act = (order) => {
    if (!customs.reopens || !order.isCancelled || order.isDeleted || order.payment === 'pending') return undefined
    order.isCancelled = false
    return changed('cancellations taken back')
  }
  const hold: Act = (order) => {
    if (!customs.holds || isEnded(order) || order.completedAt || order.isOnHold) return undefined
    order.isOnHold = true
    return changed('holds')
  }
  const release: Act = (order) => {
    if (!order.isOnHold || isEnded(order)) return undefined
    order.isOnHold = false
    return { name: 'holds released', change: 'released' }
  }
  const move: Act = (order) => {
    if (isEnded(order)) return undefined
    order.house += 1
    return changed('addresses changed')
  }
  const send: Act = (order, sent, among) => {
    const found = pick(openLines(order, sent), among)
    if (!customs.sendsParts || !found || isEnded(order) || order.isOnHold || order.payment === 'pending')
      return undefined
    side.send(order, found.line, 1)
    return { name: 'pieces sent by the staff', change: 'sent' }
  }
  const complete: Act = (order) => {
    if (!customs.completes || isEnded(order) || order.completedAt || order.isOnHold || order.payment === 'pending')
      return undefined
    order.completedAt = order.changedAt
    return changed('orders completed by the staff')
  }
  const remove: Act = (order) => {
    if (!customs.deletes || order.isDeleted) return undefined
    order.isDeleted = true
    return { name: 'deletions', change: 'deleted' }
  }
  const undelete: Act = (order) => {
    if (!order.isDeleted) return undefined
    order.isDeleted = false
    return { name: 'deletions taken back', change: 'restored' }
  }
  return [
    ...[pay, pay, pay, removePiece, removePiece, addLine, refundPieces, refundPieces, refundReturned, refundReturned],
    ...[
      refundAmount,
      refundShipping,
      refundOverpaid,
      refundOverpaid,
      refundEverything,
      cancel,
      cancelLate,
      cancelLate,
      restore,
      hold,
      release,
    ],
    ...[release, move, send, send, complete, remove, undelete, undelete],
  ]
}

const MAX_TRIES = 8

/** Lets something happen to an order in its shop, if it can; the book has it then, and the shop shows it. */
export const actInShop = (side: Side, order: BookOrder, at: string, among: Among): Happening | undefined => {
  side.refresh(order)
  const acts = listActs(side.customs, side)
  const before = order.changedAt
  order.changedAt = at
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const happening = pick(acts, among)?.(order, side.countSent(order), among)
    if (!happening) continue
    side.write(order)
    return happening
  }
  order.changedAt = before
  return undefined
}

/** Ends what waits for the staff or the buyer of an order, so that it is clear what is to leave. */
export const settleInShop = (side: Side, order: BookOrder, at: string): Happening[] => {
  side.refresh(order)
  if (isEnded(order)) return []
  const done: Happening[] = []
  if (order.isOnHold) {
    order.isOnHold = false
    done.push({ name: 'holds released', change: 'released' })
  }
  if (isPartlyPaid(order)) {
    order.received = worthOf(order)
    done.push(changed('payments'))
  }
  if (done.length) {
    order.changedAt = at
    side.write(order)
  }
  return done
}
