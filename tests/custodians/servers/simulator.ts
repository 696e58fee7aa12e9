import type { CustodianSystem, RemoteFulfilment } from '../../../lib/custodians/custodian-connector.ts'
import { listDueDeliveries } from '../../../lib/custodians/simulator/deliveries.ts'
import { simulator } from '../../../lib/custodians/simulator/simulator.ts'
import { makeOutbound } from '../../../lib/platform/outbound/outbound.ts'
import type { ConnectionConfig } from '../../../schemas/warehousing/custodian.ts'
import { memoryTable } from '../../support/memory-table.ts'
import type { Stage } from '../contract.ts'

const START = Date.parse('2026-03-02T10:00:00.000Z')
const STEP_MS = 60_000

/** A simulated custodian whose clock a test sets. */
export const startSimulator = (settings = '') => {
  const db = memoryTable()
  let now = START
  const credentials: ConnectionConfig = {
    accountId: `seed-${Math.abs(settings.length)}`,
    apiKey: 'canary-api-key',
    integrationId: settings,
    webhookSecret: 'whsec_c2ltdWxhdGVkLXNlY3JldC1mb3ItdGVzdHM=',
  }
  const system = (more: { credentials?: ConnectionConfig } = {}): CustodianSystem => ({
    tenant: '01K9ZB4A7M2C5X8V1B6N3Q0W4E',
    custodianId: '01K9ZB4A7M2C5X8V1B6N3Q0W4F',
    enabledCapabilities: [],
    credentials: more.credentials ?? credentials,
    outbound: makeOutbound({ allowPrivate: false }),
    db,
    now: new Date(now),
  })
  const read = async (reference: string) => await simulator.orders?.find(system(), reference)

  const isReached = ({ state, parcels }: RemoteFulfilment, to: Parameters<Stage['work']>[1]) => {
    if (to === 'handed_over') return state === 'closed'
    if (to !== 'delivered') return state === to
    return state === 'closed' && parcels.every(({ events }) => events.some((each) => each.state === 'delivered'))
  }

  return {
    connector: simulator,
    system,
    credentials,
    wrong: { apiKey: 'refused', webhookSecret: 'whsec_d3Jvbmctc2VjcmV0LXdyb25n' },
    secrets: ['canary-api-key', credentials.webhookSecret ?? ''],
    skus: ['SIM-0', 'SIM-1'],
    async countOrders() {
      return db.all().filter(({ kind }) => kind === 'simulated-custodian-order').length
    },
    async work(reference, to) {
      for (let steps = 0; steps < 200; steps++) {
        const found = await read(reference)
        if (found && isReached(found, to)) return
        now += STEP_MS
      }
      throw new Error(`the order never became ${to}`)
    },
    async cancelThere(reference) {
      await simulator.orders?.cancel?.(system(), { reference, remoteId: '' })
    },
    tell: async (reference) => (await listDueDeliveries(system(), reference, '')).deliveries.slice(-1),
    stop: () => undefined,
    read,
    pass: (steps: number) => {
      now += steps * STEP_MS
    },
    now: () => new Date(now),
  } satisfies Stage & Record<string, unknown>
}
