import { type Carrier, type CreateCarrierInput, MAX_OWN_CARRIERS } from '../../../schemas/shipping/carrier.ts'
import type { Id } from '../../platform/id.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import { entity, type Stored } from '../../platform/store/entities/entity.ts'
import { findOwner, list } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { KNOWN_CARRIERS } from './known-carriers.ts'
import { type CarrierName, recognizeCarrier } from './recognize-carrier.ts'

// A tenant's own carriers:  T#<tenant>#carrier / <id>   few, so that they are read as a whole; unique by code

export interface StoredCarrier extends CarrierName, Stored {}

export const carriers = entity<StoredCarrier>({
  name: 'carrier',
  shape: 1,
  audit: {},
  lists: [{ facets: [] }],
  unique: ({ code }) => ({ code }),
})

const readOwnCarriers = async (db: Table, tenant: Id): Promise<StoredCarrier[]> =>
  (await list(db, carriers, tenant, { page: 1, itemsPerPage: MAX_OWN_CARRIERS })).items

export const presentCarrier = (carrier: CarrierName & Partial<Stored>): Carrier & { rev?: number } => ({
  createdAt: null,
  updatedAt: null,
  ...carrier,
  aliases: [...carrier.aliases],
  isOwn: carrier.id !== undefined,
})

/** Lists the tenant's own carriers, newest first, then those that the platform knows. */
export const listCarriers = async (db: Table, tenant: Id) =>
  [...(await readOwnCarriers(db, tenant)), ...KNOWN_CARRIERS].map(presentCarrier)

const findKnown = (code: string) => KNOWN_CARRIERS.find((each) => each.code === code)

export const findCarrier = async (db: Table, tenant: Id, code: string) => {
  const found = findKnown(code) ?? (await findOwner(db, carriers, tenant, 'code', code))
  return found && presentCarrier(found)
}

/** Finds the carrier that a name means; the tenant's own are read only if the platform does not know it. */
export const findCarrierByName = async (db: Table, tenant: Id, name: string): Promise<CarrierName | undefined> =>
  recognizeCarrier(name, KNOWN_CARRIERS) ?? recognizeCarrier(name, await readOwnCarriers(db, tenant))

export const addCarrier = async (db: Table, unit: Unit, given: CreateCarrierInput) => {
  const taken = () => new Problem('ALREADY_EXISTS', `There is a carrier with the code ${given.code} already.`)
  if (findKnown(given.code)) throw taken()
  if ((await readOwnCarriers(db, unit.tenant)).length >= MAX_OWN_CARRIERS)
    throw new Problem('OPERATION_NOT_ALLOWED', `You have ${MAX_OWN_CARRIERS} carriers of your own, which is the limit.`)
  const aliases = [...new Set(given.aliases)]
  return presentCarrier(unit.create(carriers, { trackingUrlTemplate: null, ...given, aliases }, taken))
}

/** Loads a carrier of the tenant's own; those that the platform knows cannot be changed. */
const loadOwnCarrier = async (db: Table, unit: Unit, code: string): Promise<StoredCarrier> => {
  const found = await findOwner(db, carriers, unit.tenant, 'code', code)
  if (found) return unit.named(found)
  if (!findKnown(code)) throw notFound()
  throw new Problem('OPERATION_NOT_ALLOWED', 'Carriers that the platform knows cannot be changed.')
}

export const changeCarrier = async (
  db: Table,
  unit: Unit,
  code: string,
  { aliases, ...changes }: Partial<CarrierName>,
) =>
  presentCarrier(
    unit.update(carriers, await loadOwnCarrier(db, unit, code), {
      ...changes,
      ...(aliases && { aliases: [...new Set(aliases)] }),
    }),
  )

/** Removes a carrier; shipments keep its name and their links. */
export const removeCarrier = async (db: Table, unit: Unit, code: string) =>
  unit.remove(carriers, await loadOwnCarrier(db, unit, code))
