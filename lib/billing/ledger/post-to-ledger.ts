import type { App } from '../../platform/app/app.ts'
import { countDaysBetween, type Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildAccountKey } from '../account-key.ts'
import { type Posting, toLedgerDay } from './ledger-entry.ts'
import { ledgerAccountKey, ledgerEntries } from './ledger-store.ts'

interface Context {
  /** Due date of the entry that this one clears and whose age it takes; without it, its own due date. */
  agedFrom?: string | null
  /** Time zone of the tenant; read from the settings if not given. */
  zone?: string
  /** True if the account of the partner exists; read if not given. */
  isOpened?: boolean
}

const toUtc = (moment: string) => new Date(moment).toISOString()

const toDay = (moment: string, zone: string): Day => (moment.length === 10 ? moment : toLedgerDay(moment, zone))

/** Tells whether the partner has an account in this currency. */
export const hasAccount = async ({ db }: Pick<App, 'db'>, tenant: Id, partnerId: Id, currency: string) =>
  (await db.get(ledgerAccountKey(tenant, buildAccountKey(partnerId, currency)))) !== undefined

/** Adds an entry to the partner's account, in the transaction of the change that causes it. */
export const postToLedger = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  { kind: recordKind, agedFrom, zone: given, isOpened, ...posting }: Posting & Context,
): Promise<void> => {
  const account = buildAccountKey(posting.partnerId, posting.currency)
  const key = ledgerAccountKey(unit.tenant, account)
  const [isKnown, zone] = await Promise.all([
    isOpened ?? hasAccount(app, unit.tenant, posting.partnerId, posting.currency),
    given ?? getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone),
  ])
  if (!isKnown && !unit.writes(key)) unit.add({ put: { ...key, kind: 'ledger-account' } })
  const [issuedAt, dueAt] = [toUtc(posting.issuedAt), posting.dueAt && toUtc(posting.dueAt)]
  const dueDay = toDay(agedFrom ?? dueAt ?? issuedAt, zone)
  const daysLate = countDaysBetween(dueDay, toDay(issuedAt, zone))
  unit.create(ledgerEntries, { ...posting, recordKind, issuedAt, dueAt, account, dueDay, daysLate })
}
