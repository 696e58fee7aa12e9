import type { FileFormat } from '../../../schemas/document/document.ts'
import type { LabelFormat } from '../../custodians/custodian-connector.ts'
import { addFileDocument } from '../../document/documents/add-file-document.ts'
import type { StoredDocument } from '../../document/documents/document.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { shipmentUri } from '../shipments/shipment.ts'

const FORMATS: Readonly<Record<LabelFormat, FileFormat>> = { PDF: 'pdf', PNG: 'png', ZPL: 'zpl' }

interface LabelFile {
  format: LabelFormat
  file: Uint8Array
  trackingNumber: string | null
}

/** Keeps the file of a label as the document of its shipment. */
export const addLabelFile = (
  app: App,
  unit: Unit,
  id: Id,
  { format, file, trackingNumber }: LabelFile,
): Promise<StoredDocument> =>
  addFileDocument(app, unit, {
    ...{ type: 'shipping_label', subject: `${shipmentUri(id)}/label`, source: 'shipping', sourceRef: id },
    ...{ number: trackingNumber, locale: 'en', format: FORMATS[format], content: file },
  })
