import type { StoredDocument } from '../../document/documents/document.ts'
import { requireNamedPartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { invalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { listCurrencies } from '../ledger/ledger-store.ts'
import { renderForPartner } from '../render-for-partner.ts'
import { readStatement } from './read-statement.ts'
import { parseRange, type StatementRange } from './statement.ts'

/** What a document can have, on some twenty-five pages. */
const MAX_LINES = 1000

interface Asked {
  currency?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const statementUri = (partnerId: Id, currency: string, { from = '', to }: StatementRange) =>
  `commerce:///billing/partners/${partnerId}/statement?${new URLSearchParams({ currency, from, to })}`

const chooseCurrency = async (db: Table, tenant: Id, partnerId: Id, asked: string | undefined): Promise<string> => {
  const all = await listCurrencies(db, tenant, partnerId)
  const [found, ...others] = asked === undefined ? all : all.filter((each) => each === asked)
  if (found === undefined)
    throw invalid({ propertyPath: 'currency', message: 'must be one in which anything is recorded of the partner' })
  if (others.length) throw invalid({ propertyPath: 'currency', message: `must be given: one of ${all.join(', ')}` })
  return found
}

/** The statement of one currency as a document; the same again as long as the books say the same of its range. */
export const renderStatement = async (
  app: App,
  unit: Unit,
  partnerId: Id,
  asked: Asked,
  log: Log,
): Promise<StoredDocument> => {
  const range = parseRange(asked, unit.now)
  unit.match(await requireNamedPartner(app.db, unit.tenant, partnerId))
  const currency = await chooseCurrency(app.db, unit.tenant, partnerId, asked.currency)
  const { layOutStatement: printedStatement } = await import('./printed-statement.ts')
  return await renderForPartner(
    app,
    unit,
    {
      partnerId,
      subject: statementUri(partnerId, currency, range),
      sourceRef: partnerId,
      options: { currency },
      // What lies behind may still be recorded, so that it is compared by what it says.
      isDraft: true,
      async print(partner, stationery) {
        const { zone } = stationery
        const wanted = { ...range, partnerId, currency, zone, skip: 0, most: MAX_LINES }
        const statement = await readStatement(app.db, unit.tenant, wanted)
        const { lineCount } = statement
        if (lineCount > MAX_LINES)
          throw invalid({
            propertyPath: 'from',
            message: `must be later: there are ${lineCount} lines, of which a document has ${MAX_LINES} at most`,
          })
        return printedStatement(statement, range, partner, stationery)
      },
    },
    log,
  )
}
