import { createCreditNote } from '../../../lib/billing/credit-notes/create-credit-note.ts'
import type { StoredCreditNote } from '../../../lib/billing/credit-notes/credit-note.ts'
import { cancelInvoice } from '../../../lib/billing/invoices/cancel-invoice.ts'
import { generateInvoice } from '../../../lib/billing/invoices/generate-invoice.ts'
import { computeOpenAmount, type StoredInvoice } from '../../../lib/billing/invoices/invoice.ts'
import { issueInvoice } from '../../../lib/billing/invoices/issue-invoice.ts'
import { allocatePayment } from '../../../lib/billing/payments/allocate-payment.ts'
import { applyCreditNote } from '../../../lib/billing/payments/apply-credit-note.ts'
import { markInvoicePaid } from '../../../lib/billing/payments/mark-invoice-paid.ts'
import { listLiveAllocations, type StoredPayment } from '../../../lib/billing/payments/payment.ts'
import { recordPayment } from '../../../lib/billing/payments/record-payment.ts'
import { refundPayment } from '../../../lib/billing/payments/refund-payment.ts'
import { reversePayment } from '../../../lib/billing/payments/reverse-payment.ts'
import type { App } from '../../../lib/platform/app/app.ts'
import type { Unit } from '../../../lib/platform/store/unit.ts'
import type { World } from './world.ts'

type Act = (app: App, unit: Unit) => Promise<unknown>

const CURRENCIES = ['EUR', 'EUR', 'USD'] as const
const DUE_DATES = ['2026-02-10', '2026-03-03', '2026-03-04', '2026-06-30'] as const

const pick = <T>({ among }: World, list: readonly T[]): T => list[among(list.length)] as T

const listInvoices = (world: World) => world.list<StoredInvoice>('invoice')
const listPayments = (world: World) => world.list<StoredPayment>('payment')

const chooseAccount = (world: World) => {
  const invoice = world.random() < 0.6 ? (pick(world, listInvoices(world)) as StoredInvoice | undefined) : undefined
  return {
    partnerId: invoice?.partnerId ?? pick(world, world.partnerIds),
    currency: invoice?.currencyCode ?? pick(world, CURRENCIES),
  }
}

const chooseInvoice = (world: World, issueImmediately: boolean, account = chooseAccount(world)): Act => {
  const given = {
    partnerId: account.partnerId,
    dueDate: pick(world, DUE_DATES),
    currencyCode: account.currency,
    issueImmediately,
    lineItems: [{ description: 'Storage', quantity: 1, unitPrice: world.random() < 0.1 ? 0 : 1 + world.among(500) }],
  }
  return (app, unit) => generateInvoice(app, unit, given)
}

/** Chooses amounts for some invoices, now and then more than they have open, or for those of another partner. */
const chooseAllocations = (world: World, partnerId: string, currency: string) => {
  const { among, random } = world
  const isOwn = (each: StoredInvoice) => each.partnerId === partnerId && each.currencyCode === currency
  const own = listInvoices(world).filter((each) => isOwn(each) || random() < 0.01)
  const chosen = random() < 0.3 ? own.slice(0, 41) : own.filter(() => random() < 0.4).slice(0, 3)
  return chosen.flatMap((invoice) => {
    const open = computeOpenAmount(invoice)
    if (open <= 0) return random() < 0.05 ? [{ invoiceId: invoice.id, amount: 1 }] : []
    const amount = random() < 0.7 ? open : random() < 0.05 ? open + 1 : 1 + among(open)
    return [{ invoiceId: invoice.id, amount }]
  })
}

const chooseRecording = (world: World): Act => {
  const { among, random } = world
  const { partnerId, currency } = chooseAccount(world)
  const allocations = chooseAllocations(world, partnerId, currency)
  const allocated = allocations.reduce((sum, { amount }) => sum + amount, 0)
  const fee = random() < 0.3 ? among(3) : 0
  const amount = Math.max(1, allocated - fee + (random() < 0.5 ? 0 : among(200) - 20))
  const given = { partnerId, currency, amount, fee, receivedAt: '2026-03-01', method: 'bank_transfer' } as const
  const source = random() < 0.5 ? { sourceKey: `entry ${among(8)}` } : {}
  return (app, unit) => recordPayment(app, unit, { ...given, ...source, allocations })
}

const chooseForPayment = (world: World): Act | undefined => {
  const { among, random } = world
  const payment = pick(world, listPayments(world)) as StoredPayment | undefined
  if (!payment) return undefined
  const { id, partnerId, currency, unallocated } = payment
  const dice = random()
  if (dice < 0.4) {
    const allocations = chooseAllocations(world, partnerId, currency)
    if (!allocations.length) return undefined
    return (app, unit) => allocatePayment(app, unit, id, allocations)
  }
  if (dice < 0.6) return (app, unit) => reversePayment(app, unit, id, { reason: 'Returned' })
  if (dice < 0.8) {
    const some = (random() < 0.9 ? listLiveAllocations(payment) : payment.allocations).filter(() => random() < 0.6)
    const allocationIds = some.map((each) => each.id)
    if (!some.length) return undefined
    return (app, unit) => reversePayment(app, unit, id, { reason: 'Wrong', allocationIds })
  }
  return (app, unit) => refundPayment(app, unit, id, random() < 0.5 ? {} : { amount: 1 + among(unallocated + 2) })
}

const chooseForInvoice = (world: World): Act | undefined => {
  const { random } = world
  const invoice = pick(world, listInvoices(world)) as StoredInvoice | undefined
  if (!invoice) return undefined
  const { id, status, grandTotal } = invoice
  if (status === 'draft' && random() < 0.7) return (app, unit) => issueInvoice(app, unit, id)
  const dice = random()
  if (dice < 0.35) return (app, unit) => markInvoicePaid(app, unit, id, { paymentReference: 'By hand' })
  if (dice < 0.5) return (app, unit) => cancelInvoice(app, unit, id, 'No')
  const unitPrice = 1 + world.among(Math.max(1, Math.floor(grandTotal * 0.6)))
  const part = random() < 0.7 && { lineItems: [{ description: 'Part', quantity: 1, unitPrice }] }
  return (app, unit) => createCreditNote(app, unit, { invoiceId: id, reason: 'x', issueImmediately: true, ...part })
}

const chooseAct = (world: World): Act | undefined => {
  const dice = world.random()
  if (dice < 0.15) return chooseInvoice(world, world.random() < 0.8)
  if (dice < 0.4) return chooseRecording(world)
  if (dice < 0.7) return chooseForPayment(world)
  if (dice < 0.85) return chooseForInvoice(world)
  const note = pick(world, world.list<StoredCreditNote>('credit-note')) as StoredCreditNote | undefined
  return note && ((app, unit) => applyCreditNote(app, unit, note.id))
}

/** Somebody does something, whether it is allowed or not; now and then two people do it at once. */
export const actAtRandom = (world: World): void => {
  const act = chooseAct(world)
  const times = world.random() < 0.15 ? 2 : 1
  for (let time = 0; act && time < times; time++)
    world.begin('person', (app) => world.write((unit) => act(app, unit), app))
}

/** Creates the invoices with which a tenant begins; sometimes more than one payment has room for. */
export const createInvoices = async (world: World): Promise<void> => {
  const isLarge = world.random() < 0.2
  const account = isLarge ? chooseAccount(world) : undefined
  for (let left = isLarge ? 12 + world.among(32) : 4 + world.among(6); left; left--) {
    const create = chooseInvoice(world, world.random() < 0.7, account)
    await world.write((unit) => create(world.app, unit))
  }
}
