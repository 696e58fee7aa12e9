import { readFileSync } from 'node:fs'
import { readdir, realpath, stat, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile, installClient, readTour, run } from './build-client.ts'

let client: Awaited<ReturnType<typeof installClient>>
beforeAll(async () => {
  client = await installClient()
})
afterAll(() => client.remove())

const manifest = JSON.parse(readFileSync('client/package.json', 'utf8'))

describe('the package of the client', () => {
  it('contains the built files, the licence and the README, and nothing else', async () => {
    const entries = await readdir(client.installed, { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((each) => each.isFile())
      .map((each) => relative(client.installed, join(each.parentPath, each.name)))
    expect(paths.filter((path) => !/^dist\/[\w/-]+\.(js|d\.ts)$/.test(path)).sort()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ])
    expect(paths).toContain('dist/generated/routes.js')
  })

  it('needs no other package', async () => {
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([])
    const { outputFiles, metafile } = await build({
      stdin: { contents: "export * from '@entrepot/client'", resolveDir: client.folder },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      metafile: true,
    })
    const [file] = outputFiles
    const sources = Object.keys(metafile.inputs).filter((path) => path !== '<stdin>')
    expect(sources.filter((path) => !path.includes('@entrepot/client/dist/'))).toEqual([])
    expect(/\bprocess\.|\bBuffer\./.test(file?.text ?? '')).toBe(false)
    // Kept small, because browsers load it.
    expect(gzipSync(file?.contents ?? '').length).toBeLessThan(16 * 1024)
  })

  it('exports files that exist, with types for each', async () => {
    const entries = Object.entries(manifest.exports as Record<string, string | Record<string, string>>)
    for (const [name, target] of entries)
      for (const path of typeof target === 'string' ? [target] : Object.values(target))
        expect((await stat(join(client.installed, path))).isFile(), `${name} ${path}`).toBe(true)
    expect(entries.map(([name]) => name)).toEqual(['.', './webhooks', './package.json'])
  })

  it.each(['repository', 'folder'] as const)('runs in Node, from a file in the %s', async (place) => {
    const program = `
      import { createClient } from '@entrepot/client'
      import { verifyWebhook } from '@entrepot/client/webhooks'
      const client = createClient({ baseUrl: 'http://127.0.0.1:9' })
      console.log(typeof client.billing.invoices.listAll, typeof verifyWebhook)`
    const path = join(client[place], 'program.mjs')
    await writeFile(path, program)
    const { stdout } = await run(process.execPath, [path])
    expect(stdout.trim()).toBe('function function')
  })

  it('is the workspace itself in the repository, so that a new build is used at once', async () => {
    const linked = await realpath(join(client.repository, 'node_modules/@entrepot/client'))
    expect(linked).toBe(await realpath(join(client.repository, 'client')))
  })

  it('has types with which the tour of its README compiles, for bundlers and for Node', async () => {
    await writeFile(join(client.folder, 'tour.ts'), readTour())
    for (const resolution of [
      ['--module', 'nodenext'],
      ['--module', 'esnext', '--moduleResolution', 'bundler'],
    ]) {
      const options = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--target', 'es2022', '--skipLibCheck']
      const types = ['--lib', 'es2022,dom', '--types', 'node', '--typeRoots', resolve('node_modules/@types')]
      await compile([...options, ...types, ...resolution, 'tour.ts'], client.folder)
    }
  })

  it('has types that refuse what the platform would refuse', async () => {
    const program = `
      import { createClient, isProblem, type Invoice } from '@entrepot/client'
      const client = createClient({ baseUrl: 'https://api.example.com' })
      // @ts-expect-error: the name is required
      await client.partner.partners.create({})
      // @ts-expect-error: no such status
      await client.billing.invoices.list({ status: 'lost' })
      // @ts-expect-error: the id is required
      await client.billing.invoices.get()
      // @ts-expect-error: this operation has no key
      await client.partner.partners.update('1', { name: 'x' }, { idempotencyKey: 'x' })
      // @ts-expect-error: no such code
      isProblem(undefined, 'NO_SUCH_CODE')
      for await (const invoice of client.billing.invoices.listAll({ status: 'issued' })) {
        const { status }: Invoice = invoice
        // @ts-expect-error: an invoice has no such status
        if (status === 'lost') console.log(invoice.totalAmount)
      }
      export const last: string = (await client.billing.invoices.get('1'))['@id']`
    await writeFile(join(client.folder, 'types.mts'), program)
    const options = [
      '--strict',
      '--noEmit',
      '--target',
      'es2022',
      '--types',
      '',
      '--lib',
      'es2022,dom,dom.asynciterable',
    ]
    await compile([...options, '--module', 'nodenext', 'types.mts'], client.folder)
  })
})
