import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

// It would call home otherwise.
process.env.VENDURE_DISABLE_TELEMETRY = 'true'

const require = createRequire(import.meta.url)
const { AddressBasedTaxZoneStrategy, bootstrap, dummyPaymentHandler, PaymentMethodHandler } = require('@vendure/core')
const { populate } = require('@vendure/core/cli')

const silent = { error: process.stderr.write.bind(process.stderr), warn() {}, info() {}, verbose() {}, debug() {} }

/** Takes the money at once, and returns it at once. */
const prepaid = new PaymentMethodHandler({
  code: 'prepaid',
  description: [{ languageCode: 'en', value: 'Prepaid' }],
  args: {},
  createPayment: (_ctx, _order, amount) => ({ amount, state: 'Settled', transactionId: 'paid', metadata: {} }),
  settlePayment: () => ({ success: true }),
  createRefund: () => ({ state: 'Settled', transactionId: 'refunded' }),
})

/** A store in memory, which is gone with this process. */
const config = {
  apiOptions: {
    hostname: '127.0.0.1',
    port: Number(process.argv[2]),
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
  },
  authOptions: {
    tokenMethod: ['bearer', 'cookie', 'api-key'],
    requireVerification: false,
    superadminCredentials: { identifier: 'superadmin', password: 'a real password' },
    cookieOptions: { secret: 'only for this store' },
  },
  dbConnectionOptions: { type: 'sqljs', synchronize: true, logging: false },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler, prepaid] },
  taxOptions: { taxZoneStrategy: new AddressBasedTaxZoneStrategy() },
  logger: silent,
}

const data = {
  defaultLanguage: 'en',
  defaultZone: 'Europe',
  roles: [
    { code: 'orders', description: 'Sees orders', permissions: ['ReadOrder', 'ReadChannel'] },
    { code: 'goods', description: 'Sees goods', permissions: ['ReadCatalog'] },
  ],
  taxRates: [
    { name: 'Standard Tax', percentage: 20 },
    { name: 'Reduced Tax', percentage: 7 },
  ],
  shippingMethods: [
    { name: 'Standard Shipping', price: 500 },
    { name: 'Taxed Shipping', price: 490, taxRate: 20 },
  ],
  paymentMethods: [
    {
      name: 'Standard Payment',
      handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'false' }] },
    },
    {
      name: 'Settled Payment',
      handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
    { name: 'Prepaid', handler: { code: 'prepaid', arguments: [] } },
  ],
  collections: [],
  countries: [
    { name: 'Germany', code: 'DE', zone: 'Europe' },
    { name: 'Switzerland', code: 'CH', zone: 'Alps' },
  ],
}

await populate(() => bootstrap(config), data, fileURLToPath(new URL('products.csv', import.meta.url)))
process.stdout.write('ready\n')
