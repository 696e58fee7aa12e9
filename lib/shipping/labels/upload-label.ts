import { MAX_LABEL_BYTES, type UploadLabelInput } from '../../../schemas/shipping/shipment.ts'
import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeShipment } from '../shipments/change-shipment.ts'
import type { StoredShipment } from '../shipments/shipment.ts'
import { shipments } from '../shipments/shipment-store.ts'
import { addLabelFile } from './add-label-file.ts'
import { LABEL_MOVES, NEW_STEP } from './label.ts'
import { recognizeLabel } from './recognize-label.ts'

const readFile = (text: string) => {
  const file = Buffer.from(text, 'base64')
  const format = recognizeLabel(file)
  if (!format) throw invalid({ propertyPath: 'file', message: 'must be a PDF, a PNG or a ZPL file' })
  if (file.length > MAX_LABEL_BYTES) throw invalid({ propertyPath: 'file', message: 'must have at most 1 MiB' })
  return { file, format }
}

/** Keeps the label that a person brings for a parcel that was entered by hand. It replaces one that was uploaded before. */
export const uploadLabel = async (
  app: App,
  unit: Unit,
  id: string,
  given: UploadLabelInput,
): Promise<StoredShipment> => {
  const before = await unit.load(shipments, id)
  const { parcelId, status, label, trackingNumber, custodianName } = before
  const { file, format } = readFile(given.file)
  if (parcelId !== null)
    throw new Problem('OPERATION_NOT_ALLOWED', `The parcel was reported by ${custodianName}, which labels it.`)
  if (status !== 'created' && status !== 'scheduled')
    throw new Problem('OPERATION_NOT_ALLOWED', `The shipment is ${status}, so it needs no label.`)
  const next = label ? move(LABEL_MOVES, 'label', label.status, 'upload') : LABEL_MOVES.upload.to
  const document = await addLabelFile(app, unit, before.id, { file, format, trackingNumber })
  return changeShipment(unit, before, {
    label: {
      ...NEW_STEP,
      ...{ status: next, custodianId: null, format, documentId: document.id },
      warnings: [],
      ...{ price: null, boughtAt: null, remoteId: null, rateId: null, asked: null },
    },
  })
}
