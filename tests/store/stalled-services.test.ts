import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createS3Files } from '../../lib/platform/files/files.ts'
import { createMailer } from '../../lib/platform/mail/mail.ts'
import { createSqsQueues } from '../../lib/platform/queue/queue.ts'
import { createKmsDataKeys } from '../../lib/platform/vault/data-keys.ts'
import { serve } from '../../local/serve.ts'

const SERVICES = ['', '_S3', '_SQS', '_KMS', '_SESV2'].map((service) => `AWS_ENDPOINT_URL${service}`)
const before = SERVICES.map((name) => [name, process.env[name]] as const)
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  for (const [name, value] of before)
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
})

/** Ends of the functions that call these services; half a second before, their messages are reported as failed. */
const WORKER_MS = 29_500
/** Far below the limit of connecting, which is made in real time. */
const STEP_MS = 20

const turn = () => new Promise((resolve) => setImmediate(resolve))

const MAIL = { to: 'a@example.com', subject: 'x', text: 'x', html: 'x', messageId: '<x@example.com>' }

test.each([
  ['a file', () => createS3Files('any').get('path')],
  ['the upload of a file', () => createS3Files('any').put('path', Buffer.alloc(100_000), 'text/plain')],
  ['a message', () => createSqsQueues().send('any', [{ id: '1', body: 'x' }])],
  ['a data key', () => createKmsDataKeys('any').generate({})],
  ['a mail', () => createMailer('ses:', 'a@example.com').send(MAIL)],
])('a call for %s that is never answered fails before the function of a worker ends', async (_, call) => {
  let asked = 0
  const { url, stop } = await serve((request) => void request.resume().on('end', () => asked++))
  onTestFinished(stop)
  for (const name of SERVICES) process.env[name] = url
  let refused: unknown
  call().catch((error: unknown) => (refused = error))
  while (!asked) await turn()
  let passed = 0
  for (; !refused && passed < WORKER_MS; passed += STEP_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS)
    await turn()
  }
  expect(refused).toMatchObject({ name: 'TimeoutError' })
})
