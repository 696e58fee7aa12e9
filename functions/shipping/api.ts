import { createRouter } from '../../lib/platform/http/router.ts'
import { createCarrier } from './carriers/create.ts'
import { deleteCarrier } from './carriers/delete.ts'
import { getCarrier } from './carriers/get.ts'
import { listCarriers } from './carriers/list.ts'
import { updateCarrier } from './carriers/update.ts'
import { addShipmentAttachment } from './shipments/attachments/add.ts'
import { listShipmentAttachments } from './shipments/attachments/list.ts'
import { removeShipmentAttachment } from './shipments/attachments/remove.ts'
import { cancelShipment } from './shipments/cancel.ts'
import { createShipment } from './shipments/create.ts'
import { renderDeliveryNote } from './shipments/delivery-note.ts'
import { addShipmentEvent } from './shipments/events/add.ts'
import { getShipment } from './shipments/get.ts'
import { buyShipmentLabel } from './shipments/label/create.ts'
import { uploadShipmentLabel } from './shipments/label/upload.ts'
import { voidShipmentLabel } from './shipments/label/void.ts'
import { listShipments } from './shipments/list.ts'
import { replaceTrackingLink } from './shipments/replace-tracking-link.ts'
import { updateShipment } from './shipments/update.ts'
import { getTrackingPage } from './track/get.ts'

export const endpoints = {
  listShipments,
  createShipment,
  getShipment,
  updateShipment,
  cancelShipment,
  addShipmentEvent,
  replaceTrackingLink,
  renderDeliveryNote,
  buyShipmentLabel,
  uploadShipmentLabel,
  voidShipmentLabel,
  getTrackingPage,
  listCarriers,
  createCarrier,
  getCarrier,
  updateCarrier,
  deleteCarrier,
  listShipmentAttachments,
  addShipmentAttachment,
  removeShipmentAttachment,
}

export const handler = createRouter(endpoints)
