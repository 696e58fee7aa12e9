import { hash } from 'node:crypto'
import { entity } from '../../platform/store/entities/entity.ts'
import type { StoredShipment } from './shipment.ts'

// Shipments:  T#<tenant>#shipment / <id>   listed newest first by any of status and fulfilment order; unique by the custodian's
//                                          id of the parcel

export const shipments = entity<StoredShipment>({
  name: 'shipment',
  shape: 1,
  lists: [
    { facets: ['status'], depth: true },
    { by: ['fulfilmentOrderId'], facets: [], uncounted: true },
    { by: ['salesOrderId'], facets: [], uncounted: true },
  ],
  unique: ({ custodianId, parcelId }) => ({
    parcel: parcelId && hash('sha256', JSON.stringify([custodianId, parcelId]), 'hex'),
  }),
})
