import { readWeights } from '../../catalog/read-weights.ts'
import { fulfilmentUri } from '../../fulfilment/fulfilments/fulfilment.ts'
import { readHandOff } from '../../fulfilment/fulfilments/read-hand-off.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import { deriveId, getIdTime, type Id } from '../../platform/id.ts'
import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { findTrackingNumber } from '../../shipping/shipments/find-tracking-number.ts'
import { hasJobRules } from '../auto-settlement-rules/auto-settlement-rule-store.ts'
import { charges } from '../charges/charge-store.ts'
import { addTariffCharge, reverseCharge } from './add-tariff-charge.ts'
import { findTariffs } from './find-tariffs.ts'
import {
  findUncharged,
  type HandOffTally,
  listChargeIds,
  reverseHandOff,
  type TalliedCharge,
} from './hand-off-tally.ts'
import { findTally, putTally } from './hand-off-tally-store.ts'
import { type HandOff, type PricedUnit, priceHandOff } from './price-hand-off.ts'
import { hasMonthRules } from './tariff.ts'

type KnownHandOff = NonNullable<Awaited<ReturnType<typeof readHandOff>>>

const sumPieces = (lines: readonly { quantity: number }[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Measures the lines of a hand-off. */
export const measureLines = (
  lines: readonly { sku: string; quantity: number }[],
  weights: ReadonlyMap<SkuKey, number>,
): Pick<HandOff, 'lines' | 'pieces' | 'grams'> => ({
  lines: lines.length,
  pieces: sumPieces(lines),
  grams: lines.reduce((sum, { sku, quantity }) => sum + (weights.get(foldSku(sku)) ?? 0) * quantity, 0),
})

const WORDS: Record<PricedUnit['per'], (quantity: number) => string> = {
  order: () => 'Handling',
  line: (quantity) => `${quantity} lines`,
  piece: (quantity) => `${quantity} pieces`,
  parcel: () => 'Carriage',
  kilogram: (quantity) => `${quantity} kg`,
  storage_day: (quantity) => `Storage of ${quantity} pieces`,
  return: () => 'Handling',
}

/** Describes a charge so that a settlement shows the parcel and the order of each line. */
const describeCharge = ({ per, quantity, surcharge }: PricedUnit, orderNumber: string, parcel: string | null) =>
  [
    `${WORDS[per](quantity)}, order ${orderNumber}`,
    ...(parcel ? [`parcel ${parcel}`] : []),
    ...(surcharge ? [`with ${surcharge}`] : []),
  ].join(', ')

const findSubject = ({ fulfilmentOrderId, shipmentId, id }: KnownHandOff, per: PricedUnit['per']) => {
  if (per === 'order') return `commerce:///fulfilment/orders/${fulfilmentOrderId}`
  return shipmentId ? `commerce:///shipping/shipments/${shipmentId}` : fulfilmentUri(fulfilmentOrderId, id)
}

/** Creates the charges of a hand-off by the tariffs of its day. */
const chargeHandOff = async (
  db: Table,
  unit: Unit,
  handOff: KnownHandOff,
  tally: HandOffTally,
  zone: string,
): Promise<TalliedCharge[]> => {
  const { id, shipmentId, lines, orderNumber, custodianId } = handOff
  const at = new Date(handOff.handedOverAt)
  const found = await findTariffs(db, unit.tenant, { ...handOff, day: toLocalDay(zone, at) })
  if (!found.length) return []
  const skus = lines.map(({ sku }) => sku)
  const isWeighed = found.some(({ rates }) => rates.some(({ per }) => per === 'kilogram'))
  const [weights, parcel] = await Promise.all([
    isWeighed ? readWeights(db, unit.tenant, skus) : new Map<SkuKey, number>(),
    shipmentId ? findTrackingNumber(db, unit.tenant, shipmentId) : null,
  ])
  const measured = { ...measureLines(lines, weights), ...findUncharged(tally, shipmentId), custodianId }
  return found.flatMap((tariff) =>
    priceHandOff(tariff, measured).map((priced) => {
      const { per } = priced
      const chargeId = deriveId(getIdTime(id), 'tariff', id, tariff.basis, per)
      const subject = findSubject(handOff, per)
      const description = describeCharge(priced, orderNumber, parcel)
      const isMonthly = hasMonthRules(tariff)
      addTariffCharge(unit, {
        id: chargeId,
        tariff,
        isMonthly,
        chargeType: per,
        priced,
        description,
        subject,
        at,
        zone,
      })
      return { id: chargeId, per }
    }),
  )
}

/** Takes charges back, and returns the charges that do so. */
const takeBack = async (
  db: Table,
  unit: Unit,
  fulfilmentId: Id,
  taken: readonly TalliedCharge[],
  zone: string,
): Promise<TalliedCharge[]> => {
  const found = await findAll(
    db,
    charges,
    unit.tenant,
    taken.map(({ id }) => id),
  )
  const perById = new Map(taken.map(({ id, per }) => [id, per]))
  return found.map((charge) => {
    const { id } = reverseCharge(unit, deriveId(unit.now, 'tariff-reversal', charge.id, fulfilmentId), charge, zone)
    return { id, per: perById.get(charge.id) as TalliedCharge['per'] }
  })
}

/** Returns the tally after the hand-off was charged or its charges were taken back; undefined if that was done already. */
const chargeOrTakeBack = async (
  db: Table,
  unit: Unit,
  handOff: KnownHandOff,
  tally: HandOffTally,
  zone: string,
): Promise<HandOffTally | undefined> => {
  const { id, shipmentId, reversedBy } = handOff
  const known = tally[id]
  if (reversedBy === null) {
    if (known) return undefined
    const made = await chargeHandOff(db, unit, handOff, tally, zone)
    return { ...tally, [id]: { shipmentId, isReversed: false, charges: made } }
  }
  if (known?.isReversed) return undefined
  const { tally: after, takenBack } = reverseHandOff(tally, id, shipmentId)
  const counter = await takeBack(db, unit, id, takenBack, zone)
  return { ...after, [id]: { shipmentId, isReversed: true, charges: [...takenBack, ...counter] } }
}

/**
 * Makes the charges of a hand-off, or takes them back once it is reversed. The tally of its fulfilment order changes in
 * the same transaction, so each is done once, whichever task runs when. Idempotent.
 */
export const chargeFulfilment = async (
  app: Pick<App, 'db'>,
  { tenant, fulfilmentId }: TaskData['billing.tariffs.charge'],
  now: Date,
): Promise<void> => {
  const { db } = app
  const zone = await getSetting(app, tenant, GENERAL_SETTINGS.timezone)
  await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const handOff = await readHandOff(db, tenant, fulfilmentId)
    // A reversal has no charges of its own; those of the hand-off that it names are taken back.
    if (!handOff || handOff.reverses || handOff.isTest) return
    const { fulfilmentOrderId, isOrderOver } = handOff
    const [stored, mayEndJob] = await Promise.all([
      findTally(db, tenant, fulfilmentOrderId),
      isOrderOver ? hasJobRules(db, tenant) : false,
    ])
    const after = await chargeOrTakeBack(db, unit, handOff, stored?.handOffs ?? {}, zone)
    if (!after) return
    putTally(unit, fulfilmentOrderId, stored, after)
    if (mayEndJob && listChargeIds(after).length) unit.schedule('billing.job.settle', { tenant, fulfilmentOrderId })
  })
}
