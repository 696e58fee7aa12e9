import { oneStopShopExport } from '../../../lib/billing/exports/one-stop-shop-export.ts'
import { exportEndpoint } from '../../../lib/data-exchange/exports/export-endpoint.ts'
import { quarter } from '../../../schemas/billing/one-stop-shop.ts'

export const exportOneStopShop = exportEndpoint({
  route: 'GET /api/billing/one-stop-shop/export',
  list: {
    access: oneStopShopExport.scope,
    query: { quarter: quarter('The quarter to export, by the days in your time zone') },
    required: ['quarter'],
  },
  summary: 'Export the sums of the one-stop shop of a quarter as CSV or JSON Lines',
  about:
    'What invoices and credit notes owe to other members of the European Union by the one-stop shop: a row for each country of ' +
    'dispatch and of destination, rate and currency. Invoices count on the day of their supply, credit notes and ' +
    'cancellations when they are made, as corrections that name the quarter of the supply; those that name the quarter ' +
    'itself belong to its supplies. Amounts are in the currency of the documents. The return is in EUR, at the rates that the ' +
    'European Central Bank publishes for the last day of the quarter, which the platform does not know: convert the other ' +
    'rows yourself.',
  collection: oneStopShopExport,
})
