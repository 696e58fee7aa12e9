import type { StoredPartner } from '../../partner/partner-store.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { formatMoney } from '../../platform/locale/formats.ts'
import type { Members } from '../../platform/store/lists/list.ts'
import { type BillingSettings, readBillingSettings } from '../billing-settings.ts'
import { findCheckedPartner } from '../completeness/find-checked-partner.ts'
import { getChecksMode, listWarnings } from '../completeness/find-missing-details.ts'
import { listTaxDoubts } from '../taxes/list-tax-warnings.ts'
import { sumTaxesByCountry } from '../taxes/sum-taxes.ts'
import type { CreditLine, StoredCreditNote } from './credit-note.ts'
import type { CreditNoteWithLines } from './credit-note-store.ts'

/** A cancelled or applied credit note has no warnings, because it is not sent any more. */
const hasWarnings = ({ status }: StoredCreditNote) => status === 'draft' || status === 'issued'

const show = (
  note: StoredCreditNote,
  lines: CreditLine[],
  settings: BillingSettings,
  partner: StoredPartner | undefined,
) => {
  const formatAmount = (amount: number) => formatMoney(amount, note.currencyCode, settings['general.locale'])
  return {
    ...note,
    adjustments: [],
    totalAmount: note.grandTotal,
    totalAmountFormatted: formatAmount(note.grandTotal),
    lineItems: lines.map((line) => ({
      ...line,
      unitPriceFormatted: formatAmount(line.unitPrice),
      amountFormatted: formatAmount(line.amount),
    })),
    taxes: sumTaxesByCountry(lines),
    warnings: hasWarnings(note)
      ? [
          ...listWarnings({ ...note, noun: 'credit note', lines }, settings, partner),
          ...(getChecksMode(settings) === 'off' ? [] : listTaxDoubts(lines)),
        ]
      : [],
  }
}

export const presentCreditNote = async (app: Pick<App, 'db'>, tenant: Id, pending: Promise<CreditNoteWithLines>) => {
  const [{ lineItems, partner: known, ...note }, settings] = await Promise.all([
    pending,
    readBillingSettings(app, tenant),
  ])
  const partner =
    known ?? (hasWarnings(note) ? await findCheckedPartner(app, tenant, settings, note.partnerId) : undefined)
  return show(note, lineItems, settings, partner)
}

export const presentCreditNotes = async (
  app: Pick<App, 'db'>,
  tenant: Id,
  pending: Promise<Members<StoredCreditNote>>,
) => {
  const [{ items, totalItems }, settings] = await Promise.all([pending, readBillingSettings(app, tenant)])
  return { items: items.map((note) => show(note, [], settings, undefined)), totalItems }
}
