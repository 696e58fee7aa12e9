import type { App } from '../app.ts'
import { settingOf } from '../configuration/setting-of.ts'
import type { Id } from '../id.ts'
import { money } from '../locale/formats.ts'
import type { Members } from '../store/list.ts'
import type { CreditLine, StoredCreditNote } from './credit-note.ts'

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

const localeOf = (app: Pick<App, 'db'>, tenant: Id) => settingOf(app, tenant, 'general.locale')

/** The credit note as the tenant's locale writes it; read beside it. */
export const shownCreditNote = async (
  app: Pick<App, 'db'>,
  tenant: Id,
  found: Promise<StoredCreditNote & { lineItems: CreditLine[] }>,
) => {
  const [note, locale] = await Promise.all([found, localeOf(app, tenant)])
  return show(note, locale)
}

export const shownCreditNotes = async (app: Pick<App, 'db'>, tenant: Id, found: Promise<Members<StoredCreditNote>>) => {
  const [{ items, totalItems }, locale] = await Promise.all([found, localeOf(app, tenant)])
  return { items: items.map((note) => show(note, locale)), totalItems }
}
