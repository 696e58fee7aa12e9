import { requireNamedPartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { formatMoney } from '../../platform/locale/formats.ts'
import { requireCurrencyOfRecords } from '../../platform/money/currencies.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import type { Members, Page } from '../../platform/store/lists/list.ts'
import { listCurrencies } from '../ledger/ledger-store.ts'
import { readStatement, type Statement } from './read-statement.ts'
import { parseRange } from './statement.ts'

interface StatementQuery {
  currency?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const show = (statement: Statement, locale: string) => {
  const { currency, openingBalance, closingBalance, lines } = statement
  const formatAmount = (amount: number) => formatMoney(amount, currency, locale)
  return {
    ...statement,
    openingBalanceFormatted: formatAmount(openingBalance),
    closingBalanceFormatted: formatAmount(closingBalance),
    lines: lines.map((line) => ({
      ...line,
      amountFormatted: formatAmount(line.amount),
      runningBalanceFormatted: formatAmount(line.runningBalance),
    })),
  }
}

/** Presents a partner's statements, one for each currency. Paging applies to their lines. */
export const presentStatements = async (
  app: Pick<App, 'db'>,
  tenant: Id,
  partnerId: Id,
  query: StatementQuery & { now: Date; page: Page },
): Promise<Members<unknown>> => {
  const { currency, now } = query
  if (currency !== undefined) requireCurrencyOfRecords(currency, 'currency')
  const { page, itemsPerPage } = query.page
  const [partner, settings, currencies] = await Promise.all([
    requireNamedPartner(app.db, tenant, partnerId),
    getSettings(app, tenant, [GENERAL_SETTINGS.locale, GENERAL_SETTINGS.timezone]),
    listCurrencies(app.db, tenant, partnerId),
  ])
  const zone = settings['general.timezone']
  const request = {
    ...parseRange(query, zone, now),
    partnerId,
    zone,
    skip: (page - 1) * itemsPerPage,
    maxLines: itemsPerPage,
  }
  const statements: Statement[] = []
  // Read in sequence, because a partner may have many currencies and each takes many reads.
  for (const each of currencies)
    if (currency === undefined || each === currency)
      statements.push(await readStatement(app.db, tenant, { ...request, currency: each }))
  const shared = { partnerId, partnerName: partner.name, generatedAt: now.toISOString() }
  return {
    items: statements.map((statement) => ({ ...shared, ...show(statement, settings['general.locale']) })),
    totalItems: statements.length,
    paged: Math.max(0, ...statements.map(({ lineCount }) => lineCount)),
  }
}
