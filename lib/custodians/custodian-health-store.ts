import type { Id } from '../platform/id.ts'
import { partition } from '../platform/store/entities/entity.ts'
import type { Key, Table } from '../platform/store/table/table.ts'
import type { CustodianErrorCode } from './custodian-connector.ts'

// Health of custodians' systems:  T#<tenant>#custodian-health / <custodian>   lastSuccessAt, lastFailure, and failingSince until
//                                                                             the next call that succeeds

const KIND = 'custodian-health'

/** Outcomes of the calls to a custodian's system. */
export interface CustodianHealth {
  /** Time of a call that succeeded; later ones move it every ten minutes at most. */
  lastSuccessAt?: string
  /** The first of the calls that failed in the same way, or one up to ten minutes before the last. */
  lastFailure?: { at: string; code: CustodianErrorCode; message: string }
  /** Time of the first call that failed after the last one that succeeded. */
  failingSince?: string
}

const STEP_MS = 600_000

const healthKey = (tenant: Id, custodianId: Id): Key => ({ pk: partition(tenant, KIND), sk: custodianId })

export const findHealth = async (db: Table, tenant: Id, custodianId: Id): Promise<CustodianHealth> =>
  (await db.get<CustodianHealth>(healthKey(tenant, custodianId))) ?? {}

/** Lists the custodians whose systems fail; a tenant has few custodians. */
export const listFailing = async (db: Table, tenant: Id): Promise<(CustodianHealth & { custodianId: Id })[]> => {
  const items = await db.query<CustodianHealth>({ pk: partition(tenant, KIND) })
  return items.flatMap(({ sk, ...health }) => (health.failingSince ? [{ ...health, custodianId: sk }] : []))
}

const isRecent = (at: string | undefined, now: Date) => at !== undefined && now.getTime() - Date.parse(at) < STEP_MS

/** Records a call that succeeded, unless that is known. Returns what is known then. */
export const recordSuccess = async (
  db: Table,
  { tenant, custodianId, known, now }: { tenant: Id; custodianId: Id; known: CustodianHealth; now: Date },
): Promise<CustodianHealth> => {
  if (!known.failingSince && isRecent(known.lastSuccessAt, now)) return known
  const lastSuccessAt = now.toISOString()
  await db.update({
    update: healthKey(tenant, custodianId),
    set: 'SET #kind = :kind, #lastSuccessAt = :at REMOVE #failingSince',
    values: { ':kind': KIND, ':at': lastSuccessAt },
  })
  const { failingSince: _ended, ...rest } = known
  return { ...rest, lastSuccessAt }
}

/** Records a call that failed, unless the system is known to fail in this way. Returns what is known then. */
export const recordFailure = async (
  db: Table,
  { tenant, custodianId, known, now }: { tenant: Id; custodianId: Id; known: CustodianHealth; now: Date },
  { code, message }: { code: CustodianErrorCode; message: string },
): Promise<CustodianHealth> => {
  const { failingSince, lastFailure } = known
  if (failingSince && lastFailure?.code === code && isRecent(lastFailure.at, now)) return known
  const at = now.toISOString()
  const failure = { at, code, message }
  await db.update({
    update: healthKey(tenant, custodianId),
    set: 'SET #kind = :kind, #lastFailure = :failure, #failingSince = if_not_exists(#failingSince, :at)',
    values: { ':kind': KIND, ':failure': failure, ':at': at },
  })
  return { ...known, lastFailure: failure, failingSince: failingSince ?? at }
}
