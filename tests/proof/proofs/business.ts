import type { Proof } from '../proof.ts'

export const BUSINESS_PROOFS: readonly Proof[] = [
  {
    name: 'year',
    promise:
      'Ledger, open items, statements, exports, the DATEV file and the return of the one-stop shop agree to the cent.',
    means:
      'A seed is a year of a small business at the API, with 200 orders, some of shops in two countries that change and refund them, bank files, credit notes, bills, payment runs and settlements, beside a double-entry book that the test keeps itself.',
    file: 'tests/year/year.test.ts',
    project: 'endpoint',
    unit: 'years',
    size: 20,
    part: 2,
  },
  {
    name: 'logistics-year',
    promise:
      'Settlements, statements, ledger, the DATEV file, self-billing invoices and payments of a provider of logistics agree to the cent.',
    means:
      'A seed is a year of a warehouse and six owners of goods at the API, with 144 orders, tariffs with tiers and minimums of months, one of which changes in the middle of a month, commissions, late news, returns and rejected settlements, while tasks are killed, beside a book that the test keeps itself.',
    file: 'tests/logistics/logistics-year.test.ts',
    project: 'endpoint',
    unit: 'years',
    size: 30,
    part: 3,
  },
  {
    name: 'order-histories',
    promise:
      'Orders, their invoices and credit notes, the charges of their seller and the pieces to be sent agree at any moment.',
    means:
      'A seed is two orders in a currency with no, two or three decimals, which are changed, refunded, cancelled, billed and handed over, while those who follow them are killed. All is compared after each step, by rates of tax.',
    file: 'tests/billing/order-histories.test.ts',
    project: 'endpoint',
    unit: 'histories',
    size: 200,
    part: 25,
  },
  {
    name: 'day',
    promise:
      'After a day of three shops and two warehouses, every piece is where the books say, every page of a buyer is true, and every shop offers what can be sold.',
    means:
      'A seed is 300 orders at the API of three platforms, whose warehouses refuse, send less, name pieces otherwise or no parcel, void labels, correct numbers, lose and find parcels and get them back.',
    file: 'tests/day/day.test.ts',
    project: 'endpoint',
    unit: 'days',
    size: 3,
    part: 1,
  },
  {
    name: 'merchants',
    promise: 'After a day of a merchant, orders, pieces, money and stock agree with the books of the shop.',
    means:
      'A seed is a day of a shop with twelve orders that are edited, refunded, held, paid late, cancelled late, sent by its staff and handed over by a custodian, with webhooks that are lost, doubled and late, polls, deaths, and prices that change on both sides, in one channel or in two, beside a book that the test keeps itself.',
    file: 'tests/merchants/merchants.test.ts',
    project: 'endpoint',
    unit: 'days',
    size: 1000,
    part: 50,
  },
  {
    name: 'full-merchants',
    promise:
      'After a day of a merchant with 200 orders, orders, pieces, money and stock agree with the books of the shop.',
    means:
      'A seed is a day as above with 200 orders and more than a thousand acts, so that lists, charges, invoices and walks through open orders have many pages.',
    file: 'tests/merchants/merchants.test.ts',
    project: 'endpoint',
    unit: 'days',
    size: 20,
    part: 1,
  },
]
