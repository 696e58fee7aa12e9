import { createSignedToken, openSignedToken } from '../../platform/access/signed-token.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, parseId } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeShipment } from './change-shipment.ts'
import { findShipment } from './find-shipments.ts'
import type { StoredShipment } from './shipment.ts'
import { shipments } from './shipment-store.ts'

const PURPOSE = 'tracking-page'
const DAY_MS = 86_400_000
/** Days after the last change of the shipment. */
const MAX_DAYS = 90

/** The link does not contain its end, so that it stays the same while the parcel is on its way. */
export const createTrackingLink = async (
  app: App,
  tenant: Id,
  { id, link }: Pick<StoredShipment, 'id' | 'link'>,
): Promise<string> =>
  `${app.config.publicUrl}/track/${await createSignedToken(app, PURPOSE, [tenant, id, String(link)])}`

/** Finds the shipment of a link; undefined if the link is forged, was replaced or has ended. */
export const openTrackingLink = async (
  app: App,
  token: string,
  now: Date,
): Promise<{ tenant: Id; shipment: StoredShipment } | undefined> => {
  const [tenant = '', id = '', link] = (await openSignedToken(app, PURPOSE, token)) ?? []
  const shipment = parseId(tenant) && (await findShipment(app.db, tenant, id))
  if (!shipment || String(shipment.link) !== link) return undefined
  const end = Date.parse(shipment.updatedAt) + MAX_DAYS * DAY_MS
  return now.getTime() < end ? { tenant, shipment } : undefined
}

/** Ends the link to the buyer's page, and gives the shipment another one. */
export const replaceTrackingLink = async (unit: Unit, id: string): Promise<StoredShipment> => {
  const before = await unit.load(shipments, id)
  return changeShipment(unit, before, { link: before.link + 1 })
}
