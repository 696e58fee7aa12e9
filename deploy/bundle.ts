import { rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { build, type Plugin, stop } from 'esbuild'

const root = resolve(import.meta.dirname, '..')

// Importing these as ES modules evaluates lazy getters such as http.WebSocket, which costs 20 ms of a cold start.
const SLOW_AS_ES_MODULES = ['http', 'https', 'http2']

const isLazy = (exported: object, name: string) => Object.getOwnPropertyDescriptor(exported, name)?.get !== undefined

const builtinsWithoutLazyExports: Plugin = {
  name: 'builtins-without-lazy-exports',
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`^(node:)?(${SLOW_AS_ES_MODULES.join('|')})$`)
    onResolve({ filter }, ({ path, kind }) =>
      kind === 'import-statement'
        ? { path: path.replace('node:', ''), namespace: 'builtin', sideEffects: false }
        : { path, external: true },
    )
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => {
      const exported = process.getBuiltinModule(`node:${path}`) as object
      const names = Object.keys(exported).filter((name) => name !== 'default' && !isLazy(exported, name))
      const contents = [
        `const builtin = process.getBuiltinModule('node:${path}')`,
        'export default builtin',
        ...names.map((name) => `export const ${name} = /* @__PURE__ */ (() => builtin.${name})()`),
      ].join('\n')
      return { contents }
    })
  },
}

const precompiledValidators = (entry: string): Plugin => ({
  name: 'precompiled-validators',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]lib[\\/]platform[\\/]http[\\/]request[\\/]validators\.ts$/ }, async () => {
      const { precompileValidators } = await import('./precompile-validators.ts')
      return { contents: await precompileValidators(entry), loader: 'js', resolveDir: root }
    })
  },
})

const publishedDescription: Plugin = {
  name: 'published-description',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]functions[\\/]docs[\\/]description\.ts$/ }, async () => {
      const { publishDescription } = await import('./publish-description.ts')
      return { contents: await publishDescription(), loader: 'js' }
    })
  },
}

const referenceComponent: Plugin = {
  name: 'reference-component',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]lib[\\/]platform[\\/]docs[\\/]pages[\\/]load-reference-component\.ts$/ }, async () => {
      const { loadReferenceComponent } = await import('../lib/platform/docs/pages/load-reference-component.ts')
      const text = JSON.stringify(await loadReferenceComponent())
      return {
        contents: `const script = ${text}\nexport const loadReferenceComponent = async () => script`,
        loader: 'js',
      }
    })
  },
}

/** More at once need memory (44 of them 7 GB) and are no faster on a machine with two cores. */
const MAX_CONCURRENT_BUILDS = 2

// esbuild would let its memory grow to five times what it uses. It reads these variables when it starts.
process.env.GOMEMLIMIT ??= '250MiB'
process.env.GOGC ??= '50'

const buildBundle = async (entry: string, folder: string) => {
  await rm(folder, { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    entryPoints: { index: resolve(root, entry) },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    sourcemap: false,
    legalComments: 'none',
    logLevel: 'error',
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    external: builtinModules.filter((each) => !SLOW_AS_ES_MODULES.includes(each)),
    plugins: [
      builtinsWithoutLazyExports,
      precompiledValidators(resolve(root, entry)),
      publishedDescription,
      referenceComponent,
    ],
  })
}

/**
 * Bundles each entry (name to source file) into `<outdir>/<name>/index.mjs` with its chunks beside it, as it runs in
 * the cloud: only Node's own modules stay external.
 */
export const bundle = async ({ entries, outdir }: { entries: Record<string, string>; outdir: string }) => {
  const left = Object.entries(entries).values()
  const runWorker = async () => {
    for (const [name, entry] of left) await buildBundle(entry, join(outdir, name))
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_BUILDS }, runWorker))
  // The steps after a build need memory too.
  await stop()
}
