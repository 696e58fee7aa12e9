import type { Id } from '../platform/id.ts'
import { Problem } from '../platform/problem.ts'
import { boundedSortKey } from '../platform/store/entities/bounded-partition.ts'
import type { Key, Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'

// Satellites:   P#satellites / <clientId>          secretHash, redirectUris
// their codes:  P#satellite-code#<digest> / CODE   `grant` once the code was exchanged; kept for the lifetime of the
//                                                  grant, so that a second exchange can end it

export interface Satellite {
  clientId: string
  secretHash: string
  redirectUris: readonly string[]
  createdAt: string
}

export interface SatelliteCode {
  clientId: string
  redirectUri: string
  challenge: string
  identity: Id
  session: Id
  tenant: Id | null
  /** The proofs that were shown in the session, as in `amr`. */
  methods: readonly string[]
  /** Unix seconds until which it can be exchanged; `expiresAt` is when the table deletes the item. */
  goodUntil: number
  grant: Id | null
}

const PARTITION = 'P#satellites'
const satelliteKey = (clientId: string): Key => ({ pk: PARTITION, sk: boundedSortKey(clientId) })
const codeKey = (digest: string): Key => ({ pk: `P#satellite-code#${digest}`, sk: 'CODE' })

export const findSatellite = async (db: Table, clientId: string): Promise<Satellite | undefined> =>
  await db.get<Satellite>(satelliteKey(clientId))

export const listSatellites = async (db: Table): Promise<Satellite[]> => await db.query<Satellite>({ pk: PARTITION })

export const putSatellite = (unit: Unit, satellite: Satellite): void =>
  unit.add(
    { put: { ...satelliteKey(satellite.clientId), kind: 'satellite', ...satellite }, when: 'attribute_not_exists(pk)' },
    { refuse: () => new Problem('ALREADY_EXISTS', 'A satellite with this client id exists already.') },
  )

export const changeSatelliteSecret = (unit: Unit, clientId: string, secretHash: string): void =>
  unit.add(
    {
      update: satelliteKey(clientId),
      set: 'SET #secretHash = :secretHash',
      when: 'attribute_exists(pk)',
      values: { ':secretHash': secretHash },
    },
    { refuse: () => new Problem('NOT_FOUND', 'No satellite has this client id.') },
  )

export const deleteSatellite = (unit: Unit, clientId: string): void =>
  unit.add(
    { delete: satelliteKey(clientId), when: 'attribute_exists(pk)' },
    { refuse: () => new Problem('NOT_FOUND', 'No satellite has this client id.') },
  )

export const putSatelliteCode = (unit: Unit, digest: string, code: SatelliteCode): void =>
  unit.add({ put: { ...codeKey(digest), kind: 'satellite-code', ...code, expiresAt: code.goodUntil } })

export const findSatelliteCode = async (db: Table, digest: string): Promise<SatelliteCode | undefined> =>
  await db.get<SatelliteCode>(codeKey(digest))

/** Marks the code as exchanged; the unit is stale if it was exchanged meanwhile. */
export const spendSatelliteCode = (unit: Unit, digest: string, grant: Id, expiresAt: number): void =>
  unit.add({
    update: codeKey(digest),
    set: 'SET #grant = :grant, #expiresAt = :expiresAt',
    when: '#grant = :none',
    values: { ':grant': grant, ':none': null, ':expiresAt': expiresAt },
  })
