import type { StoredDocument } from '../../document/documents/document.ts'
import { requireNamedPartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { chooseCurrency } from '../currency.ts'
import { renderForPartner } from '../render-for-partner.ts'
import { readOpenItems } from './read-open-items.ts'

const openItemsUri = (partnerId: Id, currency: string, on: Day) =>
  `commerce:///billing/partners/${partnerId}/open-items?${new URLSearchParams({ currency, on })}`

/** Renders what a partner owes today in one currency. Returns the same document until something changes or the day is over. */
export const renderOpenItems = async (
  app: App,
  unit: Unit,
  partnerId: Id,
  { currency: wanted }: { currency?: string | undefined },
  log: Log,
): Promise<StoredDocument> => {
  unit.match(await requireNamedPartner(app.db, unit.tenant, partnerId))
  const { invoices, currencies, today } = await readOpenItems(app, unit.tenant, partnerId, unit.now, log)
  const known = currencies.map(({ currency }) => currency)
  const currency = chooseCurrency(known, wanted, 'open items')
  const { layOutOpenItems } = await import('./lay-out-open-items.ts')
  return await renderForPartner(
    app,
    unit,
    {
      partnerId,
      subject: openItemsUri(partnerId, currency, today),
      sourceRef: partnerId,
      options: { currency },
      // Open amounts change within a day, so the document is compared by its content, like a draft.
      isDraft: true,
      print(partner, stationery) {
        const own = invoices.filter((invoice) => invoice.currency === currency)
        const sums = currencies[known.indexOf(currency)]
        if (!sums) throw new Error(`no sums of ${currency}`)
        return layOutOpenItems(own, sums, today, partner, stationery)
      },
    },
    log,
  )
}
