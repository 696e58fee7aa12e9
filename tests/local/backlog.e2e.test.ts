import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ownStack, start } from '../support/stack-setup.ts'
import { startStallingProxy } from '../support/stalling-proxy.ts'
import { callAs } from '../support/started.ts'

const PARTNERS = 100
const ORDERS = 200

/** Waits for as long as the machine needs; only the time of the test ends it. */
const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await pause(500)
}

test('starts and answers while its stream stalls, and goes on with what was under way when the process was killed', {
  timeout: 1_800_000,
}, async () => {
  const own = await ownStack()
  const api = `http://127.0.0.1:${own.ports.api}`
  const streams = await startStallingProxy(`http://127.0.0.1:${own.ports.dynamodb}`)
  onTestFinished(async () => {
    streams.stop()
    await rm(own.dataDir, { recursive: true, force: true })
  })
  const begin = async () => {
    const limits = { RATE_LIMIT_IDENTITY: '100000', RATE_LIMIT_AUTH: '1000' }
    const started = start({ ...own.env, ...limits, STREAMS_URL: streams.url })
    onTestFinished(async () => {
      started.child.kill('SIGKILL')
      await started.ended
    })
    await started.ready
    return started
  }
  const call = callAs(api, 'demo@entrepot.example', 'demo-password')
  const countOrders = async () => (await call('GET', '/api/sales/orders')).totalItems
  const countTold = async () => {
    const told = new Set<string>()
    for (let page = 1; ; page++) {
      const { member } = await call('GET', `/api/notification/notifications?limit=100&page=${page}`)
      for (const { topic, resourceId } of member) if (topic === 'partner.partner.created') told.add(resourceId)
      if (member.length < 100) return told.size
    }
  }

  // No event is handled until the test lets the stream be read.
  void streams.stall('GetRecords')
  const first = await begin()
  for (let i = 0; i < PARTNERS; i++) await call('POST', '/api/partner/partners', { name: `Backlog ${i}` })
  await call('POST', '/api/sales/channels', {
    name: 'Shop',
    code: 'SHOP',
    type: 'simulator',
    credentials: {
      ...{ api_key: 'any', seed: 'backlog', orders: String(ORDERS), page_size: '10' },
      ...{ every_seconds: '1', changed_percent: '0', now: new Date().toISOString() },
    },
  })
  // From its first page to its last one, a worker holds the lease of the channel.
  await until(async () => (await countOrders()) > 0)
  first.child.kill('SIGKILL')
  await first.ended
  await until(async () => (await fetch(api).catch(() => undefined)) === undefined)

  const second = await begin()
  const imported = await countOrders()
  expect(imported).toBeGreaterThan(0)
  expect((await call('GET', '/api/partner/partners')).totalItems).toBeGreaterThanOrEqual(PARTNERS)
  expect(existsSync(join(own.dataDir, 'checkpoints', 'entrepot-dev-onTableChange.json'))).toBe(false)

  // Nothing comes from the stream, so what is handled was enqueued by the start itself.
  await until(async () => (await countTold()) === PARTNERS)
  await until(async () => (await countOrders()) === ORDERS)
  const [, sent = '0'] = /events\.redrive\.sent .*?kind=outbox sent=(\d+)/.exec(second.said()) ?? []
  expect(Number(sent)).toBeGreaterThanOrEqual(PARTNERS)
  streams.resume()
})
