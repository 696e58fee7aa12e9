import type { StoredDocument } from '../../document/documents/document.ts'
import { requireNamedPartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { invalid } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { chooseCurrency } from '../currency.ts'
import { listCurrencies } from '../ledger/ledger-store.ts'
import { renderForPartner } from '../render-for-partner.ts'
import { readStatement } from './read-statement.ts'
import { parseRange, type StatementRange } from './statement.ts'

/** Upper bound of the lines of a document, which are about 25 pages. */
const MAX_LINES = 1000

interface StatementQuery {
  currency?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const statementUri = (partnerId: Id, currency: string, { from = '', to }: StatementRange) =>
  `commerce:///billing/partners/${partnerId}/statement?${new URLSearchParams({ currency, from, to })}`

/** Renders the statement of one currency. Returns the same document until a record is added to its range. */
export const renderStatement = async (
  app: App,
  unit: Unit,
  partnerId: Id,
  query: StatementQuery,
  log: Log,
): Promise<StoredDocument> => {
  const range = parseRange(query, await getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone), unit.now)
  unit.match(await requireNamedPartner(app.db, unit.tenant, partnerId))
  const currencies = await listCurrencies(app.db, unit.tenant, partnerId)
  const currency = chooseCurrency(currencies, query.currency, 'records')
  const { layOutStatement } = await import('./lay-out-statement.ts')
  return await renderForPartner(
    app,
    unit,
    {
      partnerId,
      subject: statementUri(partnerId, currency, range),
      sourceRef: partnerId,
      options: { currency },
      // Records may still be added to a past range, so the document is compared by its content, like a draft.
      isDraft: true,
      async print(partner, stationery) {
        const { zone } = stationery
        const request = { ...range, partnerId, currency, zone, skip: 0, maxLines: MAX_LINES }
        const statement = await readStatement(app.db, unit.tenant, request)
        const { lineCount } = statement
        if (lineCount > MAX_LINES)
          throw invalid({
            propertyPath: 'from',
            message: `must be later, because the statement has ${lineCount} lines and a document at most ${MAX_LINES}`,
          })
        return layOutStatement(statement, range, partner, stationery)
      },
    },
    log,
  )
}
