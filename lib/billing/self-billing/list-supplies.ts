import { sumAmounts } from '../../platform/money/amounts.ts'
import { addExactly } from '../../platform/money/exact-amount.ts'
import { type StoredLine, type StoredSettlement, settlementUri } from '../settlements/settlement.ts'

/** A supply of a partner as a self-billing invoice lists it. */
export interface SuppliedLine {
  description: string
  quantity: number
  unitPrice: number
  /** Net amount in minor units; below 0 for what is taken back. */
  amount: number
}

const signAmount = ({ type, amount }: StoredLine) => (type === 'debit' ? -amount : amount)

/** The proceeds of sales are the seller's own turnover, with the tax in them; the tenant only passes them on. */
const isPassedOn = ({ metadata }: StoredLine) => metadata.scope === 'sales'

/** A tariff that is owed to the partner has quantities and amounts of one sign, also where it takes something back. */
const isOwedByTariff = ({ type, quantity, exactAmount }: StoredLine): boolean => {
  const isOwed = exactAmount === null ? type !== 'debit' : !exactAmount.startsWith('-')
  return isOwed === (quantity ?? 0) > 0
}

/**
 * Tells what the partner supplied from what is only settled with it: amounts carried forward, the tenant's own charges and
 * claims, and proceeds of sales. An adjustment by hand changes the price of what was supplied.
 */
const isSupply = (line: StoredLine, carried: ReadonlySet<string | null>): boolean => {
  if (carried.has(line.subject) || isPassedOn(line)) return false
  return line.quantity === null ? line.type !== 'debit' : isOwedByTariff(line)
}

const NAMES: Readonly<Record<string, string>> = {
  order: 'Handling of orders',
  line: 'Order lines',
  piece: 'Pieces',
  parcel: 'Carriage of parcels',
  kilogram: 'Kilograms',
  storage_day: 'Storage of a piece for a day',
  return: 'Handling of returns',
  minimum: 'Minimum of a month',
  order_volume: 'Tiers of a month: orders',
  line_volume: 'Tiers of a month: order lines',
  piece_volume: 'Tiers of a month: pieces',
  parcel_volume: 'Tiers of a month: parcels',
  kilogram_volume: 'Tiers of a month: kilograms',
  storage_day_volume: 'Tiers of a month: storage',
  return_volume: 'Tiers of a month: returns',
}

/** More lines than this are added up by what they are for. */
const MAX_OWN_LINES = 200

const nameGroup = ({ id, tariffId, chargeType, rate, description }: StoredLine, isLong: boolean): string =>
  JSON.stringify(tariffId ? [tariffId, chargeType, rate] : isLong ? [chargeType] : [id, description])

const addQuantities = (lines: readonly StoredLine[]): number =>
  Number(lines.reduce((sum, { quantity }) => addExactly(sum, String(quantity ?? 0)), '0'))

const buildSupply = (own: readonly StoredLine[]): SuppliedLine[] => {
  const [first] = own
  const amount = sumAmounts(own.map(signAmount))
  if (!first || !amount) return []
  const { chargeType, tariffId, rate } = first
  const description =
    own.length === 1 && !tariffId ? first.description : (NAMES[chargeType ?? ''] ?? chargeType ?? first.description)
  const quantity = tariffId ? addQuantities(own) : 0
  // What rounding left of quantities that cancel each other has no price of its own.
  const isPriced = rate !== null && (amount > 0 ? quantity > 0 : quantity < 0)
  if (!isPriced) return [{ description, quantity: 1, unitPrice: amount, amount }]
  return [{ description, quantity: Math.abs(quantity), unitPrice: amount > 0 ? rate : -rate, amount }]
}

/** Lists what the partner supplied, added up by tariff, unit and rate; amounts that no tariff charged stay as they are. */
export const listSupplies = (
  { carries }: Pick<StoredSettlement, 'carries'>,
  lines: readonly StoredLine[],
): SuppliedLine[] => {
  const carried = new Set<string | null>(carries.map(({ id }) => settlementUri(id)))
  const supplied = lines.filter((line) => isSupply(line, carried))
  const isLong = supplied.filter(({ tariffId }) => !tariffId).length > MAX_OWN_LINES
  return [...Map.groupBy(supplied, (line) => nameGroup(line, isLong)).values()].flatMap(buildSupply)
}
