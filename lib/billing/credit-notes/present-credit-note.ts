import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { formatMoney } from '../../platform/locale/formats.ts'
import type { Members } from '../../platform/store/lists/list.ts'
import { presentPage, presentWithLocale } from '../present-with-locale.ts'
import type { CreditLine, StoredCreditNote } from './credit-note.ts'

const show = ({ lineItems = [], ...note }: StoredCreditNote & { lineItems?: CreditLine[] }, locale: string) => {
  const formatAmount = (amount: number) => formatMoney(amount, note.currencyCode, locale)
  return {
    ...note,
    adjustments: [],
    totalAmount: note.grandTotal,
    totalAmountFormatted: formatAmount(note.grandTotal),
    lineItems: lineItems.map((line) => ({
      ...line,
      unitPriceFormatted: formatAmount(line.unitPrice),
      amountFormatted: formatAmount(line.amount),
    })),
  }
}

export const presentCreditNote = (
  app: Pick<App, 'db'>,
  tenant: Id,
  pending: Promise<StoredCreditNote & { lineItems: CreditLine[] }>,
) => presentWithLocale(app, tenant, pending, show)

export const presentCreditNotes = (app: Pick<App, 'db'>, tenant: Id, pending: Promise<Members<StoredCreditNote>>) =>
  presentPage(app, tenant, pending, show)
