import { type Customer, must, type World } from './world.ts'

export const OWN_ACCOUNT = 'DE02120300000000202051'

const SETTINGS = {
  'general.timezone': 'Europe/Berlin',
  'general.country': 'DE',
  'general.companyName': 'Elbkontor Logistik GmbH',
  'general.legalAddress': { line1: 'Speicherstadt 12', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
  'general.vatId': 'DE129273398',
  'billing.bankAccount': { accountHolder: 'Elbkontor Logistik GmbH', iban: OWN_ACCOUNT },
  'billing.taxRates': { standard: 19, reduced: 7 },
  'billing.taxRatesByCountry': {
    AT: {
      standard: [{ ratePercent: 20, validFrom: '2014-01-01' }],
      reduced: [{ ratePercent: 10, validFrom: '2014-01-01' }],
    },
  },
  'billing.taxRules': ['one_stop_shop'],
  'billing.taxCategories': {
    exempt: { reason: 'Medical supplies, section 4 UStG' },
    eu_services: { kind: 'reverse_charge' },
    eu_goods: { kind: 'intra_community' },
    abroad: { kind: 'outside_scope' },
  },
  'billing.reminderEnabled': false,
  'billing.fourEyes': true,
  'billing.datevConsultant': 29_098,
  'billing.datevClient': 55_003,
  'billing.datevRevenueAccounts': { abroad: { account: '8338' } },
}

const address = (city: string, countryCode: string) => ({
  line1: 'Main road 1',
  postalCode: '10115',
  city,
  countryCode,
})

const CUSTOMERS = [
  ['Teehaus am Markt', 'Bremen', 'DE', null, ['standard', 'reduced']],
  ['Klinik Nord', 'Kiel', 'DE', null, ['exempt', 'standard']],
  ['Wiener Handel', 'Vienna', 'AT', 'ATU12345678', ['eu_goods']],
  ['Lyon Services', 'Lyon', 'FR', 'FR12345678901', ['eu_services', 'standard']],
  ['Basel Export', 'Basel', 'CH', null, ['export', 'zero']],
  ['Austin Retail', 'Austin', 'US', null, ['abroad']],
  ['Buchladen Ost', 'Leipzig', 'DE', null, ['reduced', 'zero']],
  ['Marktplatz West', 'Essen', 'DE', null, ['standard']],
] as const

const SUPPLIERS = ['Carton Works', 'Crane Hire', 'City Energy']
const SUPPLIER_ACCOUNT = 'DE89370400440532013000'

/** IBANs of German form with their check digits, one for each customer. */
const buildIban = (i: number): string => {
  const account = `37040044${String(5_320_130 + i).padStart(10, '0')}`
  const rest = [...`${account}131400`].reduce((sum, digit) => (sum * 10 + Number(digit)) % 97, 0)
  return `DE${String(98 - rest).padStart(2, '0')}${account}`
}

const addPartners = async (world: World): Promise<void> => {
  const create = async (body: object) => (await must(world.clerk.post('/api/partner/partners', body))).id as string
  for (const [i, [name, city, countryCode, vatId, categories]] of CUSTOMERS.entries()) {
    const id = await create({ name, countryCode, vatId, address: address(city, countryCode) })
    world.customers.push({ id, name, vatId, iban: buildIban(i), categories })
  }
  const payee = { address: address('Hamburg', 'DE'), bankAccount: { iban: SUPPLIER_ACCOUNT } }
  for (const name of SUPPLIERS) world.suppliers.push({ name, id: await create({ name, ...payee }) })
  const name = 'Nordlicht Lager'
  world.custodian = { name, id: await create({ name, ...payee, roles: ['Partner.Custodian'] }) }
}

/**
 * Connects channels whose orders a customer is billed for, with and without tax in prices, and one through which the custodian
 * sells.
 */
const addChannels = async (world: World): Promise<void> => {
  const connect = async (code: string, fields: object = {}) => {
    const body = { name: code, code, type: 'manual', credentials: {}, ...fields }
    return (await must(world.clerk.post('/api/sales/channels', body))).id as string
  }
  const partnerId = world.custodian.id
  world.channels = {
    ...{ gross: await connect('FAIR'), net: await connect('TRADE') },
    owed: await connect('CONSIGNED', { partnerId }),
  }
}

const addProfiles = async (world: World): Promise<void> => {
  const plans = [
    ['monthly', 1, 0, [{ category: 'standard', thousandths: 12_500, price: 1450 }]],
    ['quarterly', 3, 3, [{ category: 'eu_services', thousandths: 1000, price: 99_999 }]],
  ] as const
  for (const [cadence, every, customer, lines] of plans) {
    const { id: partnerId } = world.customers[customer] as Customer
    const given = { partnerId, currencyCode: 'EUR', cadence, anchorDay: 1, startAt: `${world.year}-01-01`, dueDays: 14 }
    const { id } = await must(
      world.clerk.post('/api/billing/recurring-invoice-profiles', { ...given, lines: lines.map(toInput) }),
    )
    world.profiles.push({ id, customer: world.customers[customer] as Customer, lines: [...lines], every })
  }
}

/** Describes a line as a request does. */
export const toInput = ({
  category,
  thousandths,
  price,
}: {
  category: string
  thousandths: number
  price: number
}) => ({
  description: `Goods and services, ${category}`,
  quantity: thousandths / 1000,
  unitPrice: price,
  taxCategoryId: category,
})

const MAPPING = {
  name: 'Hausbank',
  delimiter: ';',
  encoding: 'utf-8',
  decimalSeparator: ',',
  dateFormat: 'DD.MM.YYYY',
  currency: 'EUR',
  columns: {
    ...{ date: 'Day', amount: 'Amount', name: 'Name', iban: 'IBAN' },
    ...{ text: ['Text'], reference: 'Reference', endToEndId: 'End-to-end' },
  },
}

/** Founds the business: its settings, partners, channels and recurring profiles. */
export const found = async (world: World): Promise<void> => {
  const settings = Object.entries(SETTINGS).map(([key, value]) => ({ key, value }))
  await must(world.clerk.put('/api/configuration/settings/bulk', { settings }))
  await addPartners(world)
  await addChannels(world)
  await addProfiles(world)
  world.bank.mappingId = (await must(world.clerk.post('/api/billing/bank-csv-mappings', MAPPING))).id
}
