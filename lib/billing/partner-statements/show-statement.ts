import { getSettings } from '../../configuration/setting-of.ts'
import { requireNamedPartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { formatMoney } from '../../platform/locale/formats.ts'
import type { Members, Page } from '../../platform/store/lists/list.ts'
import { requireCurrency } from '../currency.ts'
import { listCurrencies } from '../ledger/ledger-store.ts'
import { readStatement, type Statement } from './read-statement.ts'
import { parseRange } from './statement.ts'

interface Asked {
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

/** A partner's statements, one for each currency that there is anything in; the page is that of their lines. */
export const presentStatements = async (
  app: Pick<App, 'db'>,
  tenant: Id,
  partnerId: Id,
  asked: Asked & { now: Date; page: Page },
): Promise<Members<unknown>> => {
  const { currency, now } = asked
  if (currency !== undefined) requireCurrency(currency, 'currency')
  const range = parseRange(asked, now)
  const { page, itemsPerPage: most } = asked.page
  const [partner, settings, currencies] = await Promise.all([
    requireNamedPartner(app.db, tenant, partnerId),
    getSettings(app, tenant, ['general.locale', 'general.timezone']),
    listCurrencies(app.db, tenant, partnerId),
  ])
  const wanted = { ...range, partnerId, zone: settings['general.timezone'], skip: (page - 1) * most, most }
  const statements: Statement[] = []
  // One after the other, since a partner may have many and each asks for a lot at once.
  for (const each of currencies)
    if (currency === undefined || each === currency)
      statements.push(await readStatement(app.db, tenant, { ...wanted, currency: each }))
  const whose = { partnerId, partnerName: partner.name, generatedAt: now.toISOString() }
  return {
    items: statements.map((statement) => ({ ...whose, ...show(statement, settings['general.locale']) })),
    totalItems: statements.length,
    paged: Math.max(0, ...statements.map(({ lineCount }) => lineCount)),
  }
}
