import { buildPagePolicy } from '../../../lib/document/portal/render-portal-page.ts'
import { publicEndpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { findShop } from '../../../lib/sales/shop-orders/find-shop.ts'
import { readTrackingPage } from '../../../lib/shipping/tracking-page/read-tracking-page.ts'

export const getTrackingPage = publicEndpoint({
  route: 'GET /track/{token}',
  summary: "Get the buyer's page about the parcels of an order",
  description:
    'The link is the `trackingPageUrl` of a shipment. The page is in the language that the browser wishes for, of ten, names the shop, and contains no address and no price.',
  produces: 'text/html; charset=utf-8',
  problems: ['NOT_FOUND'],
  async run(app, { params, headers, now, log }) {
    const asked = { token: params.token, acceptLanguage: headers['accept-language'], now, findShop }
    const { html, language } = await readTrackingPage(app, asked, log)
    return reply(html, {
      headers: {
        'Content-Security-Policy': buildPagePolicy(html),
        'Content-Language': language.tag,
        'X-Robots-Tag': 'noindex',
        Vary: 'Accept-Language',
      },
    })
  },
})
