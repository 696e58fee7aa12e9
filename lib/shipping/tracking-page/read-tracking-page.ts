import { readStationery } from '../../document/printing/stationery.ts'
import type { App } from '../../platform/app/app.ts'
import type { Log } from '../../platform/log.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { StoredShipment } from '../shipments/shipment.ts'
import { listParcelsOfOrder } from '../shipments/shipment-store.ts'
import { openTrackingLink } from '../shipments/tracking-link.ts'
import { chooseLanguage, type PageLanguage } from './choose-language.ts'
import { describeParcel } from './describe-parcel.ts'
import { renderTrackingPage } from './render-tracking-page.ts'

const MAX_SHOWN_PARCELS = 20

/** Chooses the parcels of the page: that of the link first, then the others from the oldest, without cancelled ones. */
const chooseParcels = (opened: StoredShipment, all: readonly StoredShipment[]) => {
  const inOrder = all
    .filter(({ id, status }) => id === opened.id || status !== 'cancelled')
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const numbered = inOrder.map((shipment, i) => ({ shipment, index: i + 1, count: inOrder.length }))
  const isOpened = ({ shipment }: { shipment: StoredShipment }) => shipment.id === opened.id
  return [...numbered.filter(isOpened), ...numbered.filter((each) => !isOpened(each))].slice(0, MAX_SHOWN_PARCELS)
}

/** Reads the buyer's page of a link; a link that is forged, replaced or over is not found. */
export const readTrackingPage = async (
  app: App,
  { token, acceptLanguage, now }: { token: string; acceptLanguage: string | undefined; now: Date },
  log: Log,
): Promise<{ html: string; language: PageLanguage }> => {
  const { tenant, shipment } = orNotFound(await openTrackingLink(app, token, now))
  const [all, { issuer, locale, zone }] = await Promise.all([
    listParcelsOfOrder(app.db, tenant, shipment),
    readStationery(app, tenant, log),
  ])
  const language = chooseLanguage(acceptLanguage, locale)
  const { name, logo, colour } = issuer
  const parcels = chooseParcels(shipment, all).map(({ shipment, ...place }) =>
    describeParcel(shipment, place, language, zone),
  )
  const shownLogo = logo && `data:${logo.type};base64,${logo.content.toString('base64')}`
  const sender = { name, colour, logo: shownLogo }
  return { html: renderTrackingPage({ language, sender, orderNumber: shipment.orderNumber, parcels }), language }
}
