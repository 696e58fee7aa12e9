import type { ReturnLine } from '../../../schemas/fulfilment/return.ts'
import type { ReceiveUnannouncedInput } from '../../../schemas/fulfilment/unannounced-return.ts'
import { findBySku } from '../../catalog/import-variant.ts'
import { checkRoom } from '../../inventory/pieces/check-room.ts'
import { readSerialUnitIds } from '../../inventory/pieces/read-serial-units.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { invalid, type Violation } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getActorType } from '../../platform/store/unit-scope.ts'
import { requireCustodian } from '../../warehousing/require-custodian.ts'
import { assignReturnNumber, UNTOUCHED_RETURN } from '../returns/add-return.ts'
import { buildReturnEvent, COUNTED_AS, type StoredReturn } from '../returns/return.ts'
import { returns } from '../returns/return-store.ts'
import { type TakenBack, takeBackPieces } from '../returns/take-back-pieces.ts'

type Given = ReceiveUnannouncedInput['lines'][number] & { variant: { id: Id; sku: string; name: string } }

const readLines = async (db: Table, tenant: Id, given: ReceiveUnannouncedInput): Promise<Given[]> => {
  const variants = await findBySku(db, tenant, [...new Set(given.lines.map(({ sku }) => sku))])
  const violations = given.lines.flatMap(({ sku, quantity, serialNumbers }, i): Violation[] => [
    ...(variants.has(foldSku(sku))
      ? []
      : [{ propertyPath: `lines[${i}].sku`, message: 'must be the SKU of an existing variant' }]),
    ...(serialNumbers && new Set(serialNumbers).size !== quantity
      ? [{ propertyPath: `lines[${i}].serialNumbers`, message: `must have ${quantity} different serial numbers` }]
      : []),
  ])
  if (violations.length) throw invalid(...violations)
  return given.lines.flatMap((line) => {
    const variant = variants.get(foldSku(line.sku))
    return variant ? [{ ...line, variant }] : []
  })
}

/** Finds the serial units that a line names. Throws if one is not known. */
const readSerials = async (db: Table, tenant: Id, { variant, serialNumbers }: Given, index: number) => {
  if (!serialNumbers) return {}
  const ids = await readSerialUnitIds(db, tenant, variant.id, serialNumbers)
  const violations = serialNumbers.flatMap((number, k): Violation[] =>
    ids.has(number)
      ? []
      : [
          {
            propertyPath: `lines[${index}].serialNumbers[${k}]`,
            message: 'must be the number of a serial unit of the variant',
          },
        ],
  )
  if (violations.length) throw invalid(...violations)
  return { serials: serialNumbers.flatMap((number) => ids.get(number) ?? []) }
}

/**
 * Receives a parcel that no return expected. Its pieces get into the stock, or aside, at once; to which order they belong is
 * found and told later. It is charged like any other return that arrives.
 */
export const receiveUnannounced = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  given: ReceiveUnannouncedInput,
): Promise<StoredReturn> => {
  const { db } = app
  const at = given.receivedAt ? new Date(given.receivedAt) : unit.now
  if (at > unit.now) throw invalid({ propertyPath: 'receivedAt', message: 'must not be in the future' })
  const [custodian, received] = await Promise.all([
    requireCustodian(db, unit.tenant, given.custodianId, 'custodianId'),
    readLines(db, unit.tenant, given),
  ])
  const id = unit.newId()
  const lines: ReturnLine[] = []
  const taken: (TakenBack & { parts: TakenBack['parts'][number][] })[] = []
  const ofReceipt: StoredReturn['receipts'][number]['lines'] = []
  for (const [i, part] of received.entries()) {
    const { variant, quantity, condition, disposition, serialNumbers } = part
    let line = lines.find(({ variantId }) => variantId === variant.id)
    if (!line) {
      line = {
        ...{ id: unit.newId(), fulfilmentOrderId: null, fulfilmentOrderLineId: null, orderLine: null },
        ...{ variantId: variant.id, sku: variant.sku, name: variant.name, reason: given.reason ?? null },
        ...{ requested: 0, received: 0, restocked: 0, quarantined: 0, writtenOff: 0 },
      }
      lines.push(line)
      taken.push({ line, parts: [] })
    }
    line.received += quantity
    line[COUNTED_AS[disposition]] += quantity
    const pieces = { quantity, disposition, ...(await readSerials(db, unit.tenant, part, i)) }
    taken.find((each) => each.line === line)?.parts.push(pieces)
    ofReceipt.push({ lineId: line.id, quantity, condition, disposition, ...(serialNumbers && { serialNumbers }) })
  }
  await takeBackPieces(db, unit, { id, custodianId: custodian.id, custodianName: custodian.name }, taken)
  const receivedAt = at.toISOString()
  const receipt = { id: unit.newId(), receivedAt, actorId: unit.actor, actorType: getActorType(unit) }
  const made = unit.create(returns, {
    ...UNTOUCHED_RETURN,
    id,
    returnNumber: await assignReturnNumber(app, unit, id, null),
    status: 'received',
    isUnannounced: true,
    sender: given.sender ?? null,
    salesOrderId: null,
    orderNumber: null,
    channelId: null,
    custodianId: custodian.id,
    custodianName: custodian.name,
    carrier: given.carrier ?? null,
    trackingNumber: given.trackingNumber ?? null,
    reason: given.reason ?? null,
    lines,
    receipts: [{ ...receipt, note: given.note ?? null, lines: ofReceipt }],
    receivedAt,
  })
  const { subject, data } = buildReturnEvent(made)
  unit.emit('fulfilment.return.received', { subject, data: { ...data, custodianName: custodian.name } })
  unit.schedule('billing.tariffs.charge-return', { tenant: unit.tenant, returnId: id })
  checkRoom(unit)
  return made
}
