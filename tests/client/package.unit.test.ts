import { readFileSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: client.installed })
    // npm 11 and earlier answer with a list, npm 12 with an object.
    const [packed] = Object.values(JSON.parse(stdout)) as [{ files: { path: string }[] }]
    const paths = packed.files.map(({ path }) => path)
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

  it('runs in Node', async () => {
    const program = `
      import { createClient } from '@entrepot/client'
      import { verifyWebhook } from '@entrepot/client/webhooks'
      const client = createClient({ baseUrl: 'http://127.0.0.1:9' })
      console.log(typeof client.billing.invoices.listAll, typeof verifyWebhook)`
    await writeFile(join(client.folder, 'program.mjs'), program)
    const { stdout } = await run(process.execPath, [join(client.folder, 'program.mjs')])
    expect(stdout.trim()).toBe('function function')
  })

  it('has types with which the tour of its README compiles, for bundlers and for Node', async () => {
    await writeFile(join(client.folder, 'tour.ts'), readTour(await readFile('client/README.md', 'utf8')))
    for (const resolution of [
      ['--module', 'nodenext'],
      ['--module', 'esnext', '--moduleResolution', 'bundler'],
    ]) {
      const options = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--target', 'es2022', '--types', '']
      await compile([...options, '--lib', 'es2022,dom', ...resolution, 'tour.ts'], client.folder)
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
