import type { App } from '../app.ts'
import type { Id } from '../id.ts'
import { money } from '../locale/formats.ts'
import type { Members } from '../store/list.ts'
import type { CreditLine, StoredCreditNote } from './credit-note.ts'
import { shown, shownPage } from './shown.ts'

const show = ({ lineItems = [], ...note }: StoredCreditNote & { lineItems?: CreditLine[] }, locale: string) => {
  const formatted = (amount: number) => money(amount, note.currencyCode, locale)
  return {
    ...note,
    adjustments: [],
    totalAmount: note.grandTotal,
    totalAmountFormatted: formatted(note.grandTotal),
    lineItems: lineItems.map((line) => ({
      ...line,
      unitPriceFormatted: formatted(line.unitPrice),
      amountFormatted: formatted(line.amount),
    })),
  }
}

export const shownCreditNote = (
  app: Pick<App, 'db'>,
  tenant: Id,
  finding: Promise<StoredCreditNote & { lineItems: CreditLine[] }>,
) => shown(app, tenant, finding, show)

export const shownCreditNotes = (app: Pick<App, 'db'>, tenant: Id, finding: Promise<Members<StoredCreditNote>>) =>
  shownPage(app, tenant, finding, show)
