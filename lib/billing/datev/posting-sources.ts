import { findPartners } from '../../partner/find-partners.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Entity, Stored } from '../../platform/store/entities/entity.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import { scanPart } from '../../platform/store/lists/scan-part.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { bills } from '../bills/bill-store.ts'
import { type CreditNoteLines, creditNoteLines, creditNotes } from '../credit-notes/credit-note-store.ts'
import { type InvoiceLines, invoiceLines, invoices } from '../invoices/invoice-store.ts'
import { payments } from '../payments/payment-store.ts'
import { settlements } from '../settlements/settlement-store.ts'
import { readVatId } from '../taxes/read-vat-id.ts'
import type { PostedPartner } from './accounts.ts'
import type { DatevPosting } from './datev-posting.ts'
import { type AccountRole, assignPersonalAccounts } from './personal-account-store.ts'
import { type DatevSettings, getPersonalRange } from './read-datev-settings.ts'
import { toBillPostings, toSettlementPostings } from './to-bill-postings.ts'
import { toCreditNotePostings, toInvoicePostings } from './to-invoice-postings.ts'
import { toPaymentPostings } from './to-payment-postings.ts'

type Using = Pick<App, 'db' | 'clock'>

export interface PostedRange {
  from: string
  to: string
}

interface SourcePart {
  postings: DatevPosting[]
  next: string | null
  leftOut: number
}

/** Reads the next documents of one kind and posts those whose postings lie in the range. */
export type PostingSource = (
  app: Using,
  tenant: Id,
  settings: DatevSettings,
  asked: { after: string | null; limit: number; range: PostedRange },
) => Promise<SourcePart>

interface Definition<T extends Stored & { partnerId: Id }, P> {
  kind: Entity<T>
  role: AccountRole
  getCurrency(document: T): string
  /** Moments at which the document is posted. */
  listMoments(document: T): (string | null)[]
  readParts(db: Table, tenant: Id, ids: readonly Id[]): Promise<ReadonlyMap<Id, P>>
  toPostings(settings: DatevSettings, document: T, partner: PostedPartner, part: P | undefined): DatevPosting[]
}

const DAY_MS = 86_400_000

/** Days of any time zone lie within a day of those in UTC. */
const mayBePosted = (moments: readonly (string | null)[], { from, to }: PostedRange) =>
  moments.some((moment) => {
    if (moment === null) return false
    const at = Date.parse(moment)
    return at >= Date.parse(from) - DAY_MS && at < Date.parse(to) + 2 * DAY_MS
  })

const defineSource =
  <T extends Stored & { partnerId: Id }, P>({
    kind,
    role,
    getCurrency,
    listMoments,
    readParts,
    toPostings,
  }: Definition<T, P>): PostingSource =>
  async (app, tenant, settings, { after, limit, range }) => {
    const { items, next } = await scanPart(app.db, kind, tenant, { after, limit })
    const candidates = items.filter((each) => mayBePosted(listMoments(each), range))
    const posted = candidates.filter((each) => getCurrency(each) === 'EUR')
    const [parts, vatIds] = await Promise.all([
      readParts(
        app.db,
        tenant,
        posted.map(({ id }) => id),
      ),
      readVatIds(
        app.db,
        tenant,
        role,
        posted.map(({ partnerId }) => partnerId),
      ),
    ])
    const isInRange = ({ day }: DatevPosting) => day >= range.from && day <= range.to
    const drafts = posted.map((each) => ({
      partnerId: each.partnerId,
      // Only a document with postings in the range gets its partner an account.
      build: (account: string) => {
        const partner = { account, vatId: vatIds.get(each.partnerId) ?? null }
        return toPostings(settings, each, partner, parts.get(each.id)).filter(isInRange)
      },
    }))
    const wanted = drafts.filter(({ build }) => build('').length)
    const partnerIds = wanted.map(({ partnerId }) => partnerId)
    const accounts = await assignPersonalAccounts(app, tenant, role, partnerIds, getPersonalRange(settings, role))
    const length = settings.accountLength + 1
    return {
      postings: wanted.flatMap(({ partnerId, build }) => build((accounts.get(partnerId) ?? '').padEnd(length, '0'))),
      next,
      leftOut: candidates.length - posted.length,
    }
  }

/** Reads the VAT ids of debtors; postings name those of no others. */
const readVatIds = async (db: Table, tenant: Id, role: AccountRole, partnerIds: readonly Id[]) => {
  const partners = role === 'debtor' ? await findPartners(db, tenant, partnerIds) : new Map<Id, never>()
  return new Map([...partners].map(([id, partner]) => [id, readVatId(partner)]))
}

const readNothing = async () => new Map<Id, undefined>()

const readLines =
  <L extends Stored & { lines: unknown[] }>(kind: Entity<L>) =>
  async (db: Table, tenant: Id, ids: readonly Id[]) =>
    new Map((await findAll(db, kind, tenant, ids)).map(({ id, lines }) => [id, lines as L['lines']]))

/** The kinds of documents that a batch posts, one after the other. Another one is added here. */
export const POSTING_SOURCES: readonly PostingSource[] = [
  defineSource({
    kind: invoices,
    role: 'debtor',
    getCurrency: ({ currencyCode }) => currencyCode,
    listMoments: ({ issuedAt, cancelledAt }) => [issuedAt, issuedAt && cancelledAt],
    readParts: readLines<InvoiceLines>(invoiceLines),
    toPostings: (settings, invoice, partner, lines = []) => toInvoicePostings(settings, invoice, lines, partner),
  }),
  defineSource({
    kind: creditNotes,
    role: 'debtor',
    getCurrency: ({ currencyCode }) => currencyCode,
    listMoments: ({ issuedAt }) => [issuedAt],
    readParts: readLines<CreditNoteLines>(creditNoteLines),
    toPostings: (settings, note, partner, lines = []) => toCreditNotePostings(settings, note, lines, partner),
  }),
  defineSource({
    kind: payments,
    role: 'debtor',
    getCurrency: ({ currency }) => currency,
    listMoments: ({ receivedAt, reversals, refunds }) => [
      receivedAt,
      ...reversals.map(({ at }) => at),
      ...refunds.map(({ refundedAt }) => refundedAt),
    ],
    readParts: readNothing,
    toPostings: (settings, payment, partner) => toPaymentPostings(settings, payment, partner),
  }),
  defineSource({
    kind: bills,
    role: 'creditor',
    getCurrency: ({ currency }) => currency,
    listMoments: ({ issuedAt, paidAt, cancelledAt }) => [issuedAt, paidAt, cancelledAt],
    readParts: readNothing,
    toPostings: (settings, bill, partner) => toBillPostings(settings, bill, partner),
  }),
  defineSource({
    kind: settlements,
    role: 'creditor',
    getCurrency: ({ currency }) => currency,
    listMoments: ({ approvedAt, paidAt, rejectedAt }) => [approvedAt, paidAt, approvedAt && rejectedAt],
    readParts: readNothing,
    toPostings: (settings, settlement, partner) => toSettlementPostings(settings, settlement, partner),
  }),
]
