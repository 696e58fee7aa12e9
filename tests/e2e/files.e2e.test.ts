import { expect, inject, test, vi } from 'vitest'
import { PART_BYTES } from '../../schemas/storage/file.ts'
import { aPdf } from '../storage/content.ts'
import { declare, fill } from '../storage/uploading.ts'
import { signInTo } from '../support/sign-in.ts'

const { api } = inject('stack')

test('uploads a file in parts to the object storage of npm start and downloads it', async () => {
  const { accessToken = '' } = await signInTo(api, 'demo@entrepot.example', 'demo-password')
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` }
  const content = aPdf(PART_BYTES + 1000)
  const body = JSON.stringify(declare(content))
  const upload = await (await fetch(`${api}/api/storage/files`, { method: 'POST', headers, body })).json()
  expect(upload.parts).toHaveLength(2)
  await fill(upload, content)
  const at = `${api}/api/storage/files/${upload.id}`
  expect((await fetch(`${at}/complete`, { method: 'POST', headers })).status).toBe(202)
  const isReady = async () => expect((await (await fetch(at, { headers })).json()).status).toBe('ready')
  await vi.waitFor(isReady, { timeout: 60_000, interval: 200 })
  const { url } = await (await fetch(`${at}/content`, { headers: { ...headers, accept: 'application/json' } })).json()
  const preflight = await fetch(url, { method: 'OPTIONS' })
  expect(preflight.headers.get('access-control-expose-headers')).toContain('ETag')
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(content)).toBe(true)
})
