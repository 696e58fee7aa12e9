import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Shop } from '../../lib/connectors/connector.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import { makeShopHttp } from '../../lib/connectors/shop-http.ts'
import { makeOutbound } from '../../lib/platform/outbound/outbound.ts'
import { freePort } from '../support/free-port.ts'

type Answer = Record<string, unknown>

/** Calls one of the shop's APIs; the token of the first answer continues the session. */
const session = (url: string) => {
  let token = ''
  return async (query: string, variables: object = {}, headers: Record<string, string> = {}): Promise<Answer> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...headers },
      body: JSON.stringify({ query, variables }),
    })
    token = response.headers.get('vendure-auth-token') ?? token
    const { data, errors } = (await response.json()) as { data: Answer; errors?: unknown }
    if (errors) throw new Error(JSON.stringify(errors))
    for (const outcome of Object.values(data ?? {}) as ({ errorCode?: string } | null)[])
      if (outcome?.errorCode) throw new Error(JSON.stringify(outcome))
    return data
  }
}

const FAILURE = '... on ErrorResult { errorCode message }'

const FILL = `mutation ($quantity: Int!) { addItemToOrder(productVariantId: "1", quantity: $quantity) { __typename ${FAILURE} } }`

// One request, because the overhead of many is larger than their work.
const BUY = `mutation ($email: String!, $address: CreateAddressInput!) {
  who: setCustomerForOrder(input: { firstName: "Zoë", lastName: "Müller", emailAddress: $email }) { __typename ${FAILURE} }
  to: setOrderShippingAddress(input: $address) { __typename ${FAILURE} }
  bill: setOrderBillingAddress(input: $address) { __typename ${FAILURE} }
  how: setOrderShippingMethod(shippingMethodId: ["1"]) { __typename ${FAILURE} }
  next: transitionOrderToState(state: "ArrangingPayment") { __typename ${FAILURE} }
  paid: addPaymentToOrder(input: { method: "standard-payment", metadata: {} }) {
    __typename ... on Order { id code totalWithTax } ${FAILURE} } }`

export const ADDRESS = {
  fullName: 'Zoë Müller',
  streetLine1: 'Hauptstraße 1',
  city: 'Köln',
  postalCode: '50667',
  countryCode: 'DE',
}

const ADMIN = { username: 'superadmin', password: 'a real password' }

/** The shop with everything that its connector needs. */
export const storeAt = (url: string, given: object = {}, config: Record<string, string> = {}): Shop => ({
  credentials: getConnector('vendure').prepare({ store_url: url, ...ADMIN, ...given }),
  config,
  http: makeShopHttp({
    outbound: makeOutbound({ allowPrivate: true }),
    clock: () => new Date(),
    connection: url,
    pace: { burst: 1000, perSecond: 1000 },
  }),
})

export interface Bought {
  id: string
  code: string
  totalWithTax: number
}

const whenReady = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk) => {
      said += chunk
      if (said.includes('ready')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the store ended with ${code}`)))
  })

/** Starts the shop and places orders in it. */
export const startShop = async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const script = fileURLToPath(new URL('../real-store/store.js', import.meta.url))
  const child = spawn(process.execPath, [script, String(port)], {
    cwd: fileURLToPath(new URL('../real-store/', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await whenReady(child)
  const admin = session(`${url}/admin-api`)
  await admin(`mutation { login(username: "superadmin", password: "a real password") { __typename ${FAILURE} } }`)
  return {
    url,
    admin,
    /** Begins a session of a customer. */
    visit: () => session(`${url}/shop-api`),
    async buy(customer: number, quantity: number): Promise<Bought> {
      const shop = session(`${url}/shop-api`)
      await shop(FILL, { quantity })
      const { paid } = await shop(BUY, { email: `zoe.${customer}@example.com`, address: ADDRESS })
      return paid as Bought
    },
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
