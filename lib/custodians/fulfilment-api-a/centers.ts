import { isInteger, parseObject } from '../../connectors/reading.ts'
import { memoizePerSystem } from '../vendor/memoize-per-system.ts'
import { listObjects } from '../vendor/remote.ts'
import type { Warehouses } from '../vendor/warehouse.ts'
import { NAME, readShipBob } from './ask-shipbob.ts'

/** The fulfilment centres of the account, which orders name as `location_id`. */
export const CENTERS: Warehouses = {
  name: NAME,
  list: memoizePerSystem(async (system) => {
    const json = await readShipBob(system, '/fulfillment-center')
    const centers = listObjects(Array.isArray(json) ? json : parseObject(json).items)
    return centers.flatMap(({ id }) => (isInteger(id) ? [{ id: String(id) }] : []))
  }),
}
