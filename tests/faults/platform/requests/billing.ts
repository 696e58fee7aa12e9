import type { StoredCreditNote } from '../../../../lib/billing/credit-notes/credit-note.ts'
import type { StoredInvoice } from '../../../../lib/billing/invoices/invoice.ts'
import type { Stored } from '../../../../lib/platform/store/entities/entity.ts'
import type { PlatformWorld } from '../world.ts'
import { type Choose, change, chooseAmong, create } from './choose.ts'

const INVOICES = '/api/billing/invoices'
const NOTES = '/api/billing/credit-notes'
const PROFILES = '/api/billing/recurring-invoice-profiles'
const DUE_DATES = ['2026-03-03', '2026-03-10', '2026-06-30'] as const
const CURRENCIES = ['EUR', 'EUR', 'USD'] as const

const aLine = ({ random, among }: PlatformWorld) => ({
  description: 'Storage',
  quantity: random() < 0.5 ? 1 : (1 + among(400)) / 8,
  unitPrice: 1 + among(5000),
})

const someLines = (world: PlatformWorld) => Array.from({ length: 1 + world.among(3) }, () => aLine(world))

const pickInvoice = (world: PlatformWorld, status?: string) =>
  world.pick(world.list<StoredInvoice>('invoice').filter((each) => !status || each.status === status))

const createInvoice: Choose = (world) => {
  const partner = world.pick(world.list<Stored>('partner'))
  if (!partner) return undefined
  const body = {
    partnerId: partner.id,
    dueDate: world.pick(DUE_DATES),
    currencyCode: world.pick(CURRENCIES),
    lineItems: someLines(world),
    issueImmediately: world.random() < 0.4,
  }
  return create(world, 'create invoice', INVOICES, body, 'invoice')
}

const issueInvoice: Choose = (world) => {
  const draft = pickInvoice(world, world.random() < 0.8 ? 'draft' : undefined)
  const body = { invoiceNumber: world.random() < 0.1 ? `OWN-${world.among(4)}` : null }
  return draft && change(world, 'issue invoice', `${INVOICES}/${draft.id}/issue`, { body })
}

const changeDraft: Choose = (world) => {
  const draft = pickInvoice(world, world.random() < 0.9 ? 'draft' : undefined)
  if (!draft) return undefined
  const url = `${INVOICES}/${draft.id}`
  const dice = world.random()
  if (dice < 0.2) return change(world, 'delete invoice', url, { method: 'DELETE' })
  if (dice < 0.6) return change(world, 'add line', `${url}/line-items`, { body: aLine(world) })
  return change(world, 'change invoice', url, { method: 'PATCH', body: { lineItems: someLines(world) } })
}

const endInvoice: Choose = (world) => {
  const invoice = pickInvoice(world)
  if (!invoice) return undefined
  const url = `${INVOICES}/${invoice.id}`
  return world.random() < 0.4
    ? change(world, 'cancel invoice', `${url}/cancel`, { body: { reason: 'Wrong partner' } })
    : change(world, 'pay invoice', `${url}/mark-paid`, { body: { paymentReference: 'SEPA' } })
}

const creditInvoice: Choose = (world) => {
  const invoice = pickInvoice(world, 'issued') ?? pickInvoice(world)
  if (!invoice) return undefined
  const unitPrice = 1 + world.among(Math.max(1, Math.floor(invoice.grandTotal * 0.7)))
  const part = world.random() < 0.7 && { lineItems: [{ description: 'Part', quantity: 1, unitPrice }] }
  const body = { invoiceId: invoice.id, reason: 'Damaged', issueImmediately: world.random() < 0.6, ...part }
  return create(world, 'create credit note', NOTES, body, 'credit-note')
}

const moveCreditNote: Choose = (world) => {
  const action = world.pick(['issue', 'apply', 'apply', 'cancel'])
  const notes = world.list<StoredCreditNote>('credit-note')
  const note = world.pick(action === 'issue' ? notes.filter(({ status }) => status === 'draft') : notes)
  return note && change(world, `${action} credit note`, `${NOTES}/${note.id}/${action}`)
}

const createProfile: Choose = (world) => {
  const partner = world.pick(world.list<Stored>('partner'))
  if (!partner) return undefined
  const body = {
    ...{ partnerId: partner.id, currencyCode: 'EUR', cadence: world.pick(['weekly', 'monthly']), anchorDay: 2 },
    ...{ startAt: world.pick(['2026-01-05', '2026-02-02', '2026-03-03']), dueDays: 14 },
    autoIssue: world.random() < 0.8,
    lines: [{ description: 'Storage', quantity: 1, unitPrice: 1 + world.among(500) }],
  }
  return create(world, 'create profile', PROFILES, body, 'recurring-profile')
}

const moveProfile: Choose = (world) => {
  const profile = world.pick(world.list<Stored>('recurring-profile'))
  const action = world.pick(['pause', 'resume', 'resume', 'end'])
  return profile && change(world, `${action} profile`, `${PROFILES}/${profile.id}/${action}`)
}

/** Requests about invoices, credit notes and recurring invoices. */
export const chooseBillingRequest: Choose = (world) =>
  chooseAmong(
    world,
    ...[createInvoice, createInvoice, issueInvoice, issueInvoice, changeDraft, endInvoice],
    ...[creditInvoice, moveCreditNote, createProfile, moveProfile],
  )
