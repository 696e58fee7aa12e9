import type { App } from '../../platform/app.ts'
import type { Id } from '../../platform/id.ts'
import { money } from '../../platform/locale/formats.ts'
import type { Members } from '../../platform/store/list.ts'
import type { CreditLine, StoredCreditNote } from './credit-note.ts'
import { shown, shownPage } from '../present-with-locale.ts'

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
