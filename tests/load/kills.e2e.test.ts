import { expect, test } from 'vitest'
import { waitFor } from '../../local/wait.ts'
import { seeded } from '../support/faults.ts'
import { isProof, proofPart, recordFigures, replay, seedsOf } from '../support/proof.ts'
import { checkTenant, listAll } from './check-tenant.ts'
import { newSeen, runClient, type Seen, type Tenant } from './client.ts'
import { callFor } from './sender.ts'
import { startLoadedStack } from './start.ts'

const part = proofPart(1)
const ORDERS = 500
const CLIENTS = 6
/** Every second one kills the gateway, the others the process with the queues. */
const KILLS = 6
const MAX_ANSWERS_BETWEEN_KILLS = 60
/** A killed import goes on when its lease has ended. */
const WAIT = { seconds: 400, everyMs: 1000 }

type Stack = Awaited<ReturnType<typeof startLoadedStack>>

/** Connects a shop whose orders the platform imports at once. */
const connectShop = (tenant: Tenant, seed: number) =>
  callFor(tenant.sender)('POST', '/api/sales/channels', {
    name: 'Shop',
    code: 'SHOP',
    type: 'simulator',
    credentials: {
      api_key: 'any',
      seed: `kills ${seed}`,
      orders: String(ORDERS),
      every_seconds: '1',
      changed_percent: '0',
      page_size: '20',
      now: new Date().toISOString(),
    },
  })

/** Kills a process whenever clients have got some more answers. */
const killAgainAndAgain = async (stack: Stack, seen: Seen, random: () => number) => {
  const countAnswers = () => seen.ms.length - (seen.statuses.none ?? 0)
  for (let kill = 0; kill < KILLS; kill++) {
    const enough = countAnswers() + 5 + Math.floor(random() * MAX_ANSWERS_BETWEEN_KILLS)
    await waitFor('answers', async () => countAnswers() >= enough, { everyMs: 5 })
    if (kill % 2) await stack.restart()
    else stack.killGateway()
  }
}

interface Notification {
  topic: string
  resourceId: string | null
}

/** Waits until there is a notification of each partner; returns those of which there is none, or more than one. */
const checkNotifications = async (tenant: Tenant): Promise<string[]> => {
  const partners = await listAll<{ id: string }>(tenant, '/api/partner/partners')
  const count = async () => {
    const all = await listAll<Notification>(tenant, '/api/notification/notifications', 'limit')
    return Map.groupBy(
      all.filter(({ topic }) => topic === 'partner.partner.created'),
      ({ resourceId }) => resourceId,
    )
  }
  await waitFor('a notification of each partner', async () => (await count()).size >= partners.length, WAIT)
  const counted = await count()
  return partners.flatMap(({ id }) => {
    const times = counted.get(id)?.length ?? 0
    return times === 1 ? [] : [`${tenant.sender.tenant}: partner ${id} was announced ${times} times`]
  })
}

const checkOrders = async (tenant: Tenant): Promise<string[]> => {
  const count = async () => (await callFor(tenant.sender)('GET', '/api/sales/orders')).totalItems
  await waitFor(`${ORDERS} orders`, async () => (await count()) >= ORDERS, WAIT)
  const orders = await listAll<{ externalOrderId: string }>(tenant, '/api/sales/orders')
  const distinct = new Set(orders.map(({ externalOrderId }) => externalOrderId)).size
  return orders.length === ORDERS && distinct === ORDERS
    ? []
    : [`${orders.length} orders, ${distinct} of them different, were imported instead of ${ORDERS}`]
}

/** Runs one life of a stack; returns what is wrong afterwards. */
const live = async (seed: number, onEnd: (stop: () => Promise<void>) => void) => {
  const stack = await startLoadedStack(2)
  onEnd(stack.stop)
  const [importer] = stack.tenants as [Tenant, Tenant]
  await connectShop(importer, seed)
  const seen = newSeen()
  let isOver = false
  let made = 0
  const clients = Array.from({ length: CLIENTS }, (_, i) =>
    runClient(
      {
        tenant: stack.tenants[i % 2] as Tenant,
        seen,
        random: seeded(seed * CLIENTS + i),
        nextName: () => `kills ${++made}`,
        isCutOff: true,
      },
      () => isOver,
    ),
  )
  await killAgainAndAgain(stack, seen, seeded(seed)).finally(() => {
    isOver = true
  })
  await Promise.all(clients)
  const wrong = [...seen.wrong, ...(await checkOrders(importer))]
  for (const tenant of stack.tenants) wrong.push(...(await checkTenant(tenant)), ...(await checkNotifications(tenant)))
  await stack.stop()
  return { wrong, seen, made }
}

test.runIf(isProof)(
  'nothing acknowledged is lost and nothing is doubled when processes are killed in an import and a storm of requests',
  { timeout: part.count * 1_500_000 },
  async ({ onTestFinished }) => {
    const broken: string[] = []
    for (const seed of seedsOf(part)) {
      const { wrong, seen, made } = await live(seed, onTestFinished)
      for (const violation of wrong) broken.push(`${replay('kills', seed)}: ${violation}`)
      recordFigures({
        kills: KILLS,
        'orders imported': ORDERS,
        requests: seen.ms.length,
        'requests without an answer': seen.statuses.none ?? 0,
        'answers 503': seen.statuses['503'] ?? 0,
        'things compared with what was answered': made,
      })
    }
    expect(broken.slice(0, 50)).toEqual([])
  },
)
