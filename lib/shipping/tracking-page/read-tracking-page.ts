import { readStationery } from '../../document/printing/stationery.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredShipment } from '../shipments/shipment.ts'
import { listParcelsOfOrder } from '../shipments/shipment-store.ts'
import { openTrackingLink } from '../shipments/tracking-link.ts'
import { chooseLanguage, type PageLanguage } from './choose-language.ts'
import { describeParcel } from './describe-parcel.ts'
import { renderTrackingPage } from './render-tracking-page.ts'

const MAX_SHOWN_PARCELS = 20

/**
 * Chooses the parcels of the page, in the order of their numbers. Cancelled ones have none and are left out, but for that of
 * the link, which says so unless its hand-off was reversed and others tell what really left.
 */
const chooseParcels = (opened: StoredShipment, all: readonly StoredShipment[]) => {
  const inOrder = all
    .filter(({ status }) => status !== 'cancelled')
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((shipment, i, { length: count }) => ({ shipment, place: { index: i + 1, count } }))
  const isOpened = ({ shipment }: { shipment: StoredShipment }) => shipment.id === opened.id
  const shown = inOrder.filter((each, i) => i < MAX_SHOWN_PARCELS || isOpened(each))
  const isLeftOut = shown.some(isOpened) || (opened.reversedAt && shown.length > 0)
  return isLeftOut ? shown : [...shown, { shipment: opened, place: undefined }]
}

/** Finds the shop of a channel, which the module of channels knows. */
type FindShop = (db: Table, tenant: Id, channelId: Id) => Promise<{ name: string; isOfPartner: boolean } | undefined>

/** Reads the buyer's page of a link; a link that is forged, replaced or over is not found. */
export const readTrackingPage = async (
  app: App,
  {
    token,
    acceptLanguage,
    now,
    findShop,
  }: { token: string; acceptLanguage: string | undefined; now: Date; findShop: FindShop },
  log: Log,
): Promise<{ html: string; language: PageLanguage }> => {
  const { tenant, shipment } = orNotFound(await openTrackingLink(app, token, now))
  const [all, { issuer, locale, zone }, shop] = await Promise.all([
    listParcelsOfOrder(app.db, tenant, shipment),
    readStationery(app, tenant, log),
    shipment.channelId ? findShop(app.db, tenant, shipment.channelId) : undefined,
  ])
  const language = chooseLanguage(acceptLanguage, locale)
  const { name, logo, colour } = issuer
  const parcels = chooseParcels(shipment, all).map(({ shipment, place }) =>
    describeParcel(shipment, place, language, zone),
  )
  const shownLogo = logo && !shop?.isOfPartner && `data:${logo.type};base64,${logo.content.toString('base64')}`
  const sender = { name, colour, logo: shownLogo || null, shop: shop?.name ?? null }
  return { html: renderTrackingPage({ language, sender, orderNumber: shipment.orderNumber, parcels }), language }
}
