import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../../local/wait.ts'
import { signInTo } from '../support/sign-in.ts'
import { eitherTable, ownStack, start } from '../support/stack-setup.ts'
import { callTo } from '../support/started.ts'

interface Parameter {
  name: string
  in: string
  required?: boolean
  example?: string
}

interface Operation {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, { example: unknown }> }
}

/** Operations that the demo member cannot try, with the reason. */
const NOT_TO_TRY: Readonly<Record<string, string>> = {
  externalSignInCallback: 'A browser comes back to it from a provider, with a state that is used once.',
  channelOAuthCallback: 'A browser comes back to it from a shop, with a state that is used once.',
  getWizardResources: 'It needs a custodian that somebody has connected on the pages of a provider.',
  getExternalAccount: 'The demo member signs in with a password only.',
  getExport: 'A list becomes a file in the background only with more rows than the demo tenant has.',
  getExportContent: 'See getExport.',
  followExportLink: 'The mail of a long export has its link.',
  getPageAsset: 'The pages name their assets by their content.',
  getFactor: 'A second factor would keep everybody from signing in as the demo member.',
}

/** Writes with examples that succeed, in an order in which none takes the ground from the next. */
const WRITES = [
  // More goods and other policies make the platform plan the order again, which resolves its incident.
  'resolveRoutingIncident',
  'createPartner',
  'createCustodian',
  'createCategory',
  'deleteCategory',
  'createProduct',
  'activateProduct',
  'restoreProduct',
  'createVariant',
  'createAssortment',
  'createStockItem',
  'updateStockItem',
  'correctStockItem',
  'writeOffStockItem',
  'restockStockItem',
  'discontinueStockItem',
  'createGoodsReceipt',
  'receiveGoodsReceipt',
  'closeGoodsReceipt',
  'cancelGoodsReceipt',
  'createTransfer',
  'shipTransfer',
  'receiveTransfer',
  'cancelTransfer',
  'recallLot',
  'createMerchant',
  'createFulfilmentOrder',
  'startFulfilmentOrder',
  'holdFulfilmentOrder',
  'releaseFulfilmentOrder',
  'splitFulfilmentOrder',
  'reassignFulfilmentOrder',
  'handOverFulfilmentOrder',
  'closeFulfilmentOrderShort',
  'cancelFulfilmentOrder',
  'reverseFulfilment',
  'renderPickList',
  'createFulfilmentPolicy',
  'updateFulfilmentPolicy',
  'dryRunFulfilmentPolicy',
  'requestReturn',
  'authorizeReturn',
  'rejectReturn',
  'cancelReturn',
  'receiveReturn',
  'resolveReturn',
  'renderReturnSlip',
  'createShipment',
  'updateShipment',
  'cancelShipment',
  'addShipmentEvent',
  'uploadShipmentLabel',
  'replaceTrackingLink',
  'renderDeliveryNote',
  'createCarrier',
  'updateCarrier',
  'createTariff',
  'dryRunTariff',
  'endTariff',
  'acceptOrder',
  'generateInvoice',
  'issueInvoice',
  'renderInvoice',
  'markInvoicePaid',
  'createCreditNote',
  'issueCreditNote',
  'recordBill',
  'createCharge',
  'createRecurringProfile',
  'createServiceAccount',
  'inviteMember',
]

const fillPath = (path: string, { parameters }: Operation) => {
  const find = (name: string) => parameters.find((each) => each.name === name)?.example ?? `{${name}}`
  const query = parameters.filter((each) => each.in === 'query' && each.required)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(find(name)))
  return query.length ? `${filled}?${new URLSearchParams(query.map(({ name }) => [name, find(name)]))}` : filled
}

const isFilled = ({ said }: ReturnType<typeof start>) => said().includes('The demo tenant has')

describe('the demo tenant of npm start', () => {
  let stack: Awaited<ReturnType<typeof ownStack>>
  let started: ReturnType<typeof start>
  let api: string
  let token: string
  let operations: [method: string, path: string, operation: Operation][]

  beforeAll(async () => {
    stack = await ownStack()
    const env = { ...stack.env, DEMO_TENANT: undefined, TABLE: eitherTable() }
    // The first start is killed on its way; the second one goes on from there. A killed import of a shop would go on only
    // when its lease ends, after minutes, so this happens before the shops are connected.
    const first = start(env)
    await first.ready
    const notes = () => readFile(join(stack.dataDir, 'demo/notes.json'), 'utf8').catch(() => '')
    await waitFor('the partners of the demo tenant', async () => (await notes()).includes('"partner gardens"'))
    first.child.kill('SIGKILL')
    await first.ended
    started = start(env)
    await started.ready
    await waitFor('the demo tenant', async () => isFilled(started) || started.said().includes('is incomplete'), {
      seconds: 400,
    })
    api = `http://localhost:${stack.ports.api}`
    token = (await signInTo(api, 'demo@entrepot.example', 'demo-password')).accessToken ?? ''
    // Building the description may take longer than a request may, on a busy machine.
    const { paths } = await waitFor('the description', () => callTo(api)('GET', '/api/docs/openapi.json'))
    operations = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, each]): [string, string, Operation] => [method.toUpperCase(), path, each]),
    )
  }, 900_000)
  afterAll(async () => {
    started.child.kill('SIGTERM')
    await started.ended
    await rm(stack.dataDir, { recursive: true, force: true })
  })

  const request = async (method: string, path: string, body?: unknown) =>
    await fetch(`${api}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  it('is whole after an interrupted start, with nothing made twice', async () => {
    expect(started.said()).not.toContain('is incomplete')
    const call = callTo(api, token)
    const listNames = async (path: string, name: string) =>
      (await call('GET', `${path}?itemsPerPage=100`)).member.map((each: Record<string, string>) => each[name])
    for (const [path, name] of [
      ['/api/partner/partners', 'name'],
      ['/api/warehousing/custodians', 'name'],
      ['/api/sales/channels', 'code'],
      ['/api/billing/bills', 'billNumber'],
    ] as const) {
      const names = await listNames(path, name)
      expect(names.length, path).toBeGreaterThan(1)
      expect(new Set(names).size, path).toBe(names.length)
    }
    expect(new Set(await listNames('/api/billing/invoices', 'status'))).toEqual(
      new Set(['draft', 'issued', 'overdue', 'paid', 'cancelled']),
    )
    expect(await listNames('/api/sales/orders', 'status')).toEqual(
      expect.arrayContaining(['accepted', 'held', 'rejected']),
    )
  })

  it('answers every GET of the reference with its examples', async () => {
    const failed: unknown[] = []
    let tried = 0
    for (const [method, path, operation] of operations) {
      if (method !== 'GET' || operation.operationId in NOT_TO_TRY) continue
      const filled = fillPath(path, operation)
      const { status } = await request('GET', filled)
      const isRedirect = status === 302 && operation.operationId === 'downloadSharedDocument'
      if (!isRedirect && (status < 200 || status > 299)) failed.push([operation.operationId, filled, status])
      tried++
    }
    expect(failed).toEqual([])
    expect(tried).toBeGreaterThan(140)
  })

  it('has a reason for each GET that nobody can try', () => {
    const known = operations.filter(([method]) => method === 'GET').map(([, , { operationId }]) => operationId)
    for (const operationId of Object.keys(NOT_TO_TRY)) expect(known).toContain(operationId)
  })

  it('accepts the usual writes of the reference with their examples', async () => {
    const failed: unknown[] = []
    for (const operationId of WRITES) {
      const found = operations.find(([, , operation]) => operation.operationId === operationId)
      if (!found) throw new Error(`There is no operation ${operationId}.`)
      const [method, path, operation] = found
      const answer = await request(
        method,
        fillPath(path, operation),
        operation.requestBody?.content['application/json']?.example,
      )
      if (!answer.ok) failed.push([operationId, answer.status, await answer.text()])
    }
    expect(failed).toEqual([])
  })
})
