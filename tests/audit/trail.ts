import { AUDITED_KINDS } from '../../functions/audit/audited-kinds.ts'
import { sealEntriesOfTenant } from '../../lib/audit/seal-entries.ts'
import { verifyAuditOfTenant } from '../../lib/audit/verification/verify-audit.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import type { AuditItem } from '../../lib/platform/store/audit/audit-item.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import type { Member } from '../support/client.ts'

const HOUR_MS = 3_600_000

/**
 * Runs the work as if it were so many hours later, twenty minutes past the hour, so that it stays within one hour. The
 * clock is everybody's meanwhile: what runs at once belongs into one call.
 */
export const hoursLater = async <T>(hours: number, work: () => Promise<T>): Promise<T> => {
  const before = app()
  const shift = hours * HOUR_MS + HOUR_MS / 3 - (before.clock().getTime() % HOUR_MS)
  useApp({ ...before, clock: () => new Date(before.clock().getTime() + shift) })
  try {
    return await work()
  } finally {
    useApp(before)
  }
}

/** Seals everything that a tenant's trail holds by the present hour. */
export const sealNow = ({ tenant }: Pick<Member, 'tenant'>) =>
  sealEntriesOfTenant(app(), tenant, { now: app().clock(), hasTime: () => true })

/** Seals everything that a tenant's trail holds now. */
export const sealed = (member: Pick<Member, 'tenant'>, hours = 2) => hoursLater(hours, () => sealNow(member))

/** Lists what the verification finds, as `kind at`. */
export const findingsOf = async ({ tenant }: Pick<Member, 'tenant'>) => {
  const { findings } = await verifyAuditOfTenant(app(), tenant, AUDITED_KINDS)
  return findings.map(({ kind, at }) => `${kind} ${at}`)
}

/** Reads the items of a tenant's trail, oldest first. */
export const itemsOf = ({ tenant }: Pick<Member, 'tenant'>) =>
  app().db.query<AuditItem>({ pk: `T#${tenant}#audit` }) as Promise<AuditItem[]>

/** Lists the entries that a query returns, over all pages. */
export const entriesOf = async (member: Pick<Member, 'get'>, query = '') => {
  const entries: Record<string, unknown>[] = []
  for (let cursor = ''; ; ) {
    const { body } = await member.get(`/api/audit/entries?${query}${cursor && `&cursor=${cursor}`}`)
    entries.push(...body.member)
    if (body.nextCursor === null) return entries
    cursor = body.nextCursor
  }
}

/** Makes the table of a process that dies at its `call`-th access, before it takes effect. */
export const dying = (db: Table, call: number): Table => {
  let calls = 0
  const guard =
    <A extends unknown[], R>(access: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      if (++calls >= call) throw new Error('killed')
      return await access(...given)
    }
  const { get, batchGet, query, put, update, transact } = db
  return {
    get: guard(get) as Table['get'],
    batchGet: guard(batchGet) as Table['batchGet'],
    query: guard(query) as Table['query'],
    put: guard(put),
    update: guard(update),
    transact: guard(transact),
  }
}
