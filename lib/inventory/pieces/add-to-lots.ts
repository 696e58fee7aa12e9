import { addDays, type Day, startOfDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { cleanText } from '../../platform/identifiers/clean-text.ts'
import { foldPieceNumber } from '../../platform/identifiers/piece-number.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { type Due, getDuePartition } from '../../platform/store/table/due.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredStockItem } from '../stock-store.ts'
import { updateLot } from './change-lots.ts'
import { countBlocked, type StoredLot } from './lot.ts'
import { findLotsByCode, lots } from './lot-store.ts'
import { serialUnits } from './serial-unit-store.ts'

/** Pieces of a lot that arrive, named by its code. */
export interface ArrivingLot {
  code: string
  expiresOn?: Day | null | undefined
  quantity: number
}

/** Returns the time from which a lot is expired: the end of its last day. */
export const scheduleExpiry = (id: Id, expiresOn: Day | null, zone: string): Due =>
  expiresOn === null
    ? {}
    : { duePk: getDuePartition('lot', id), dueSk: startOfDay(zone, addDays(expiresOn, 1)).toISOString() }

type Place = Pick<StoredStockItem, 'id' | 'variantId' | 'custodianId'>

type NewLot = Pick<StoredLot, 'code' | 'expiresOn' | 'status' | 'onHand' | 'recallReason'>

/** Creates a lot; returns how many of its pieces must not be promised. */
export const createLot = (unit: Unit, item: Place, zone: string, { status, expiresOn, ...given }: NewLot): number => {
  const id = unit.newId()
  const isOver = status === 'expired' || status === 'recalled'
  const lot = unit.create(
    lots,
    {
      ...given,
      id,
      stockItemId: item.id,
      variantId: item.variantId,
      custodianId: item.custodianId,
      expiresOn,
      status,
      reserved: 0,
      ...(!isOver && scheduleExpiry(id, expiresOn, zone)),
    },
    'stale',
  )
  return countBlocked(lot)
}

/** Adds pieces to lots, which are created if they are new; returns by how many those change that must not be promised. */
export const addToLots = async (
  db: Table,
  unit: Unit,
  item: Place,
  arriving: readonly ArrivingLot[],
  propertyPath: string,
): Promise<number> => {
  const [known, zone] = await Promise.all([
    findLotsByCode(
      db,
      unit.tenant,
      item.id,
      arriving.map(({ code }) => code),
    ),
    getSetting({ db }, unit.tenant, GENERAL_SETTINGS.timezone),
  ])
  const violations: Violation[] = []
  let blocked = 0
  for (const [i, { code, expiresOn, quantity }] of arriving.entries()) {
    const lot = known.get(foldPieceNumber(code))
    if (!lot) {
      const fresh = { status: 'active', onHand: quantity, recallReason: null } as const
      blocked += createLot(unit, item, zone, { code: cleanText(code), expiresOn: expiresOn ?? null, ...fresh })
    } else if (expiresOn !== undefined && expiresOn !== lot.expiresOn)
      violations.push({
        propertyPath: `${propertyPath}[${i}].expiresOn`,
        message: `must be ${lot.expiresOn} as before`,
      })
    else blocked += updateLot(unit, lot, { onHand: lot.onHand + quantity })
  }
  if (violations.length) throw invalid(...violations)
  return blocked
}

/** Creates the serial units of pieces that arrive for the first time. */
export const addSerialUnits = (unit: Unit, item: Place, serialNumbers: readonly string[]): void => {
  for (const serialNumber of serialNumbers)
    unit.create(
      serialUnits,
      {
        stockItemId: item.id,
        variantId: item.variantId,
        custodianId: item.custodianId,
        serialNumber: cleanText(serialNumber),
        status: 'in_stock',
        freeIn: item.id,
      },
      () => new Problem('ALREADY_EXISTS', `A serial unit ${serialNumber} of the variant exists already.`),
    )
}
