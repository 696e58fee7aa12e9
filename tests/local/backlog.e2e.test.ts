import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../local/wait.ts'
import { signInTo } from '../support/sign-in.ts'
import { ownStack, start } from '../support/stack-setup.ts'
import { callTo } from '../support/started.ts'

const PARTNERS = 200

test('starts and answers before it processes a backlog, and processes the backlog afterwards', async () => {
  const own = await ownStack()
  const api = `http://127.0.0.1:${own.ports.api}`
  const checkpoints = join(own.dataDir, 'checkpoints')
  const begin = () => {
    const started = start({ ...own.env, RATE_LIMIT_IDENTITY: '100000', RATE_LIMIT_AUTH: '1000' })
    onTestFinished(async () => {
      started.child.kill('SIGKILL')
      await started.ended
    })
    return started
  }
  onTestFinished(() => rm(own.dataDir, { recursive: true, force: true }))

  const first = begin()
  await first.ready
  const { accessToken } = await signInTo(api, 'demo@entrepot.example', 'demo-password')
  const call = callTo(api, accessToken)
  for (let i = 0; i < PARTNERS; i++) await call('POST', '/api/partner/partners', { name: `Backlog ${i}` })
  first.child.kill('SIGKILL')
  await first.ended
  // Makes all events unhandled: the stream is read from its beginning, and the queues are empty.
  await waitFor('the ports', async () => (await fetch(api).catch(() => undefined)) === undefined)
  await rm(checkpoints, { recursive: true, force: true })

  const second = begin()
  await second.ready
  expect((await call('GET', '/api/partner/partners')).totalItems).toBeGreaterThanOrEqual(PARTNERS)
  const position = () =>
    existsSync(join(checkpoints, 'entrepot-dev-onTableChange.json')) &&
    readFileSync(join(checkpoints, 'entrepot-dev-onTableChange.json'), 'utf8')
  await waitFor('the backlog to begin', async () => position(), { seconds: 120 })
})
