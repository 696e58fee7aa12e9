import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installClient } from './build-client.ts'
import { makeFolder, runTool } from './run-tools.ts'

let client: Awaited<ReturnType<typeof installClient>>
const { folder, remove } = await makeFolder()
beforeAll(async () => {
  client = await installClient()
})
afterAll(async () => {
  await client.remove()
  await remove()
})

describe('the package of the client', () => {
  it('is found with its types by everyone who can import it', async () => {
    const args = ['--pack', client.installed, '--profile', 'esm-only', '--no-color', '--no-emoji']
    // The tool fails if a resolution that the profile demands has a problem.
    expect(await runTool('attw', args, folder)).toMatch(/node16 \(from ESM\).*OK \(ESM\).*OK \(ESM\)/)
  })

  it('is published as its manifest says', async () => {
    const copy = join(folder, 'package')
    await mkdir(copy)
    await cp(client.installed, copy, { recursive: true })
    expect(await runTool('publint', ['run', copy, '--strict'], folder)).toContain('All good!')
  })
})
