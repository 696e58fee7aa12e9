import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundle } from '../../deploy/bundle.ts'
import type { Answer } from '../../lib/platform/http/call.ts'
import { aMember, gatewayEvent, type Sent, send } from '../support/client.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-bundles-'))
  await bundle({
    entries: { warehousing: 'functions/warehousing/api.ts', docs: 'functions/docs/api.ts' },
    outdir: folder,
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the bundle in a process of its own and returns its answer. */
const runBundle = async (name: string, method: string, url: string, sent?: Sent): Promise<Answer> => {
  const entry = JSON.stringify(pathToFileURL(join(folder, name, 'index.mjs')).href)
  const script = `const { handler } = await import(${entry})
    const answer = await handler(${JSON.stringify(gatewayEvent(method, url, sent))})
    process.stdout.write(JSON.stringify(answer), () => process.exit(0))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(stdout)
}

const readBundle = async (name: string) => {
  const files = (await readdir(join(folder, name))).filter((file) => file.endsWith('.mjs'))
  return (await Promise.all(files.map((file) => readFile(join(folder, name, file), 'utf8')))).join('\n')
}

describe('a bundle', () => {
  it('finds the same violations as the sources, without a schema compiler', async () => {
    const { token } = await aMember()
    const url = '/api/warehousing/custodians?page=0&nothing=1'
    const sent = {
      headers: { authorization: `Bearer ${token}` },
      body: { partnerId: 'x', name: ' ', type: 'a', enabledCapabilities: ['b', 'b'], connectionConfig: { z: 1 } },
    }
    const [bundled, expected] = [await runBundle('warehousing', 'POST', url, sent), await send('POST', url, sent)]
    expect(bundled.statusCode).toBe(400)
    expect(JSON.parse(bundled.body as string).violations).toEqual(expected.body.violations)
    expect(expected.body.violations.length).toBeGreaterThan(5)
    expect((await readBundle('warehousing')).includes('strictTypes')).toBe(false)
  })

  it('of the documentation contains the finished description and no code of the described modules', async () => {
    const [bundled, expected] = [
      await runBundle('docs', 'GET', '/api/docs/openapi.json'),
      await send('GET', '/api/docs/openapi.json'),
    ]
    expect(JSON.parse(bundled.body as string)).toEqual(expected.body)
    expect((await readBundle('docs')).includes('sealedConnection')).toBe(false)
  })

  it('of the documentation serves the files of the reference', async () => {
    for (const file of ['component.js', 'reference.css', 'icon.svg', 'reference.js', 'reference.json']) {
      const { statusCode, body } = await runBundle('docs', 'GET', `/api/docs/assets/${file}`)
      expect([file, statusCode]).toEqual([file, 200])
      expect(body?.length).toBeGreaterThan(300)
    }
  })
})
