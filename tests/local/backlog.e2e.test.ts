import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../local/wait.ts'
import { signInTo } from '../support/sign-in.ts'
import { ownStack, start } from '../support/stack-setup.ts'
import { startStallingProxy } from '../support/stalling-proxy.ts'
import { callTo } from '../support/started.ts'

const PARTNERS = 200

test('starts and answers while its stream stalls, and goes on with what the queues had when the process ended', async () => {
  const own = await ownStack()
  const api = `http://127.0.0.1:${own.ports.api}`
  const streams = await startStallingProxy(`http://127.0.0.1:${own.ports.dynamodb}`)
  onTestFinished(async () => {
    streams.stop()
    await rm(own.dataDir, { recursive: true, force: true })
  })
  const begin = () => {
    const limits = { RATE_LIMIT_IDENTITY: '100000', RATE_LIMIT_AUTH: '1000' }
    const started = start({ ...own.env, ...limits, STREAMS_URL: streams.url })
    onTestFinished(async () => {
      started.child.kill('SIGKILL')
      await started.ended
    })
    return started
  }

  // No event is handled until the test lets the stream be read.
  void streams.stall('GetRecords')
  const first = begin()
  await first.ready
  const { accessToken } = await signInTo(api, 'demo@entrepot.example', 'demo-password')
  const call = callTo(api, accessToken)
  for (let i = 0; i < PARTNERS; i++) await call('POST', '/api/partner/partners', { name: `Backlog ${i}` })
  first.child.kill('SIGKILL')
  await first.ended
  await waitFor('the ports', async () => (await fetch(api).catch(() => undefined)) === undefined)

  const second = begin()
  await second.ready
  const countHandled = async () => (await call('GET', '/api/notification/notifications/unread-count')).count
  expect((await call('GET', '/api/partner/partners')).totalItems).toBeGreaterThanOrEqual(PARTNERS)
  expect(existsSync(join(own.dataDir, 'checkpoints', 'entrepot-dev-onTableChange.json'))).toBe(false)

  // Nothing comes from the stream, so what is handled was enqueued by the start itself. It ends before the grace that a
  // message has otherwise, of two minutes.
  let handled = 0
  const isDone = async () => {
    handled = await countHandled()
    return handled >= PARTNERS
  }
  await waitFor('the backlog', isDone, { seconds: 110, everyMs: 500, progress: () => handled })
  streams.resume()
})
