import { mkdir, rm, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { context, type OutputFile, type Plugin, stop } from 'esbuild'

const root = resolve(import.meta.dirname, '..')

// Importing these as ES modules evaluates lazy getters such as http.WebSocket, which costs 20 ms of a cold start.
const SLOW_AS_ES_MODULES = ['http', 'https', 'http2']

/** No function in the cloud loads these packages, because mails are sent by SES there. */
const ONLY_LOCAL = ['nodemailer']

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

const precompiledValidators = (getEntry: () => string): Plugin => ({
  name: 'precompiled-validators',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]lib[\\/]platform[\\/]http[\\/]request[\\/]validators\.ts$/ }, async () => {
      const { precompileValidators } = await import('./precompile-validators.ts')
      return { contents: await precompileValidators(getEntry()), loader: 'js', resolveDir: root }
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

const ENTRY = 'entry'

/** Resolves the entry point to the file that is being bundled, so that one context can build all bundles. */
const currentEntry = (getEntry: () => string): Plugin => ({
  name: 'current-entry',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^${ENTRY}$`) }, ({ kind }) =>
      kind === 'entry-point' ? { path: getEntry() } : undefined,
    )
  },
})

// By default, the memory of esbuild may grow to twice what it uses. It reads these variables when it starts.
process.env.GOMEMLIMIT ??= '400MiB'
process.env.GOGC ??= 'off'

const createContext = (getEntry: () => string) =>
  context({
    absWorkingDir: root,
    entryPoints: { index: ENTRY },
    outdir: root,
    write: false,
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
    external: [...builtinModules.filter((each) => !SLOW_AS_ES_MODULES.includes(each)), ...ONLY_LOCAL],
    plugins: [
      currentEntry(getEntry),
      builtinsWithoutLazyExports,
      precompiledValidators(getEntry),
      publishedDescription,
      referenceComponent,
    ],
  })

/** A context keeps all that it has read, and from some size on, collecting garbage costs more than reading again. */
const BUNDLES_OF_A_CONTEXT = 8

/** Lists the sources, each with the names of the bundles that are made of it. */
const groupBySource = (entries: Readonly<Record<string, string>>): [source: string, names: string[]][] => {
  const groups = new Map<string, string[]>()
  for (const [name, source] of Object.entries(entries)) groups.set(source, [...(groups.get(source) ?? []), name])
  return [...groups]
}

const writeBundle = async (folder: string, files: readonly OutputFile[]) => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const { path, contents } of files) await writeFile(join(folder, basename(path)), contents)
}

/**
 * Bundles each entry (name to source file) into `<outdir>/<name>/index.mjs` with its chunks beside it, as it runs in the cloud:
 * only Node's own modules, and what is used on a developer's machine alone, stay external. One bundle follows the other, and
 * each uses the sources that esbuild has read for those before it: two at a time need twice the memory and are no faster on a
 * machine with two cores.
 */
export const bundle = async ({ entries, outdir }: { entries: Record<string, string>; outdir: string }) => {
  const groups = groupBySource(entries)
  try {
    for (let start = 0; start < groups.length; start += BUNDLES_OF_A_CONTEXT) {
      let entry = ''
      const building = await createContext(() => entry)
      try {
        for (const [source, names] of groups.slice(start, start + BUNDLES_OF_A_CONTEXT)) {
          entry = resolve(root, source)
          const { outputFiles = [] } = await building.rebuild()
          for (const name of names) await writeBundle(join(outdir, name), outputFiles)
        }
      } finally {
        await building.dispose()
      }
    }
  } finally {
    // The packaging that follows needs memory too.
    await stop()
  }
}
