export const LIST_SIZE = 30

export const CREATE_PATH = '/api/partner/partners'

export const PARTNER = JSON.stringify({
  name: 'Nordlicht Logistik GmbH',
  countryCode: 'DE',
  defaultCurrency: 'EUR',
  address: { line1: 'Am Sandtorkai 1', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' },
})

export interface Scenario {
  name: string
  method: 'GET' | 'POST'
  path: string
  body?: string
}

export const scenarios = (partner: string): Scenario[] => [
  { name: 'get', method: 'GET', path: `${CREATE_PATH}/${partner}` },
  { name: `list of ${LIST_SIZE}`, method: 'GET', path: `${CREATE_PATH}?itemsPerPage=${LIST_SIZE}` },
  { name: 'create', method: 'POST', path: CREATE_PATH, body: PARTNER },
]
