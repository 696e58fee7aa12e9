import type { Parcel, ShopFulfilment } from '../fulfilments/fulfilment.ts'
import { replaceNumber } from '../fulfilments/tracking-numbers.ts'

export interface ShopifyFulfilment extends ShopFulfilment {
  /** Its tracking numbers, each with its link. */
  tracking: readonly { number: string | null; url: string | null }[]
}

/** Builds the tracking of a fulfilment that shows this parcel alone. */
export const buildTrackingInfo = ({ carrier, trackingNumber, trackingUrl }: Parcel) => ({
  ...(carrier !== null && { company: carrier }),
  ...(trackingNumber !== null && { number: trackingNumber }),
  ...(trackingUrl !== null && { url: trackingUrl }),
})

/** Builds what replaces the tracking of a fulfilment: numbers of others, which staff added, are sent along and stay. */
export const buildTracking = ({ tracking, carrier }: ShopifyFulfilment, parcel: Parcel) => {
  const { trackingNumber: present, trackingUrl } = parcel
  const shown = tracking.flatMap(({ number }) => number ?? [])
  const numbers = present === null ? shown : replaceNumber(shown, parcel.formerNumbers, present)
  if (present === null || numbers.length < 2) return buildTrackingInfo(parcel)
  const urls = numbers.map((number) =>
    number === present ? trackingUrl : (tracking.find((each) => each.number === number)?.url ?? null),
  )
  const company = carrier ?? parcel.carrier
  // Without a link for each number the shop makes its own.
  return { ...(company !== null && { company }), numbers, ...(urls.every((url) => url !== null) && { urls }) }
}
