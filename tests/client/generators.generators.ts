import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { compileFolder, makeFolder, runTool } from './run-tools.ts'

const { folder, remove } = await makeFolder()
afterAll(remove)

const input = join(folder, 'openapi.json')
const makeOutput = async (name: string) => {
  const output = join(folder, name)
  await mkdir(output)
  return output
}

describe('a client is generated and compiles', () => {
  it('with openapi-typescript', async () => {
    const output = await makeOutput('openapi-typescript')
    await runTool('openapi-typescript', [input, '-o', join(output, 'api.ts')], folder)
    await writeFile(
      join(output, 'use.ts'),
      `import type { components, paths } from './api.ts'
       export const custodian = (one: components['schemas']['Custodian']): 'active' | 'suspended' | 'disconnected' => one.status
       export const id = (page: components['schemas']['InvoiceCollection']): string | undefined => page.member[0]?.id
       export const input: paths['/api/partner/partners']['post']['requestBody']['content']['application/json'] = { name: 'x' }`,
    )
    await compileFolder(output, { allowImportingTsExtensions: true })
  })

  it('with Hey API, its SDK and Zod', async () => {
    const output = await makeOutput('hey-api')
    const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch', 'zod']
    await runTool('openapi-ts', ['-i', input, '-o', join(output, 'api'), '-p', ...plugins], folder)
    await compileFolder(output)
  })

  it('with Orval', async () => {
    const output = await makeOutput('orval')
    const config = { api: { input, output: { target: join(output, 'api.ts'), client: 'fetch', mode: 'single' } } }
    await writeFile(join(output, 'orval.config.mjs'), `export default ${JSON.stringify(config)}`)
    await runTool('orval', ['--config', join(output, 'orval.config.mjs')], folder)
    await compileFolder(output)
  })
})

/** How openapi-python-client reads types that it does not know. Without them it leaves out operations that only have these. */
const OVERRIDES = { 'application/jsonl': 'application/octet-stream', 'application/xml': 'application/octet-stream' }

/** A virtual environment of Python with the generators that are Python packages. */
const python = process.env.GENERATORS_PYTHON
const binary = (name: string) => join(resolve(python ?? ''), 'bin', name)

// Their tools are no npm packages. `GENERATORS_PYTHON` names the environment in which pip has installed them.
describe.runIf(python && existsSync(binary('python')))(
  'a client is generated and compiles, with tools of Python,',
  () => {
    /** Runs a tool and returns all that it says; throws that if it fails. */
    const runPython = (name: string, args: readonly string[]) => {
      const env = { ...process.env, PATH: `${resolve(python ?? '', 'bin')}:${process.env.PATH}` }
      const { status, stdout, stderr } = spawnSync(binary(name), [...args], { cwd: folder, encoding: 'utf8', env })
      if (status !== 0) throw new Error(stdout + stderr)
      return stdout + stderr
    }

    it('with openapi-python-client, which leaves out only what shops call', async () => {
      const output = join(folder, 'python')
      const config = join(folder, 'python.json')
      await writeFile(config, JSON.stringify({ content_type_overrides: OVERRIDES }))
      const said = runPython('openapi-python-client', [
        'generate',
        '--config',
        config,
        '--path',
        input,
        '--output-path',
        output,
        '--meta',
        'none',
      ])
      const warnings = [...said.matchAll(/WARNING parsing (.+?) within/g)].map(([, operation]) => operation)
      expect(warnings.sort()).toEqual(['POST /hooks/channels/{channelId}', 'POST /hooks/custodians/{custodianId}'])
      expect(said).not.toMatch(/Unable to process schema/)
      expect(await readFile(join(output, 'models/custodian.py'), 'utf8')).toContain('type_: CustodianType')
      runPython('python', ['-m', 'compileall', '-q', output])
    })

    it('with openapi-generator for TypeScript', async () => {
      const output = join(folder, 'openapi-generator')
      runPython('openapi-generator-cli', ['generate', '-i', input, '-g', 'typescript-fetch', '-o', output])
      await compileFolder(output)
    })
  },
)
