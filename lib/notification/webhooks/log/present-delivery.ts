import type { StoredEndpointDelivery } from './endpoint-delivery-store.ts'

/** Presents a delivery without its attempts, which are read for one delivery only. */
export const presentDelivery = (delivery: StoredEndpointDelivery) => ({
  ...delivery,
  requestBody: null,
  attempts: null,
})
