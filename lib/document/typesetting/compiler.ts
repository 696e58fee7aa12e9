import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { makeOnce } from '../../platform/make-once.ts'
import { chooseFontSet, type FontSet, loadFonts } from './fonts.ts'

// Runs in a thread of its own, which is replaced once it has grown, because the compiler never frees memory.

/** Module that a thread is started from: this file, or the bundle that contains it. */
export const COMPILER = import.meta.url
export const AS_COMPILER = 'typesetting'

export interface CompileRequest {
  id: number
  template: string
  files: Readonly<Record<string, Uint8Array>>
  families: readonly string[]
}

export interface CompileResponse {
  id: number
  pdf?: Uint8Array
  /** Diagnostics of the compiler, with positions in the template. */
  problem?: string
  /** True if the compiler failed and must not be used again. */
  isBroken?: boolean
  bytes: number
}

const PDF = 1
const FULL_DIAGNOSTICS = 3

interface Compiled {
  result?: Uint8Array
  diagnostics?: { message: string; range: string }[]
}

const require = createRequire(import.meta.url)

const loadCompiler = makeOnce(async () => {
  const [typst, wasm] = await Promise.all([
    import('@myriaddreamin/typst-ts-web-compiler'),
    readFile(require.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')),
  ])
  const { memory } = await typst.default({ module_or_path: wasm })
  const builder = new typst.TypstCompilerBuilder()
  builder.set_dummy_access_model()
  return { typst, compiler: await builder.build(), memory }
})

const createResolver = async (fontSet: FontSet) => {
  const [{ typst }, fonts] = await Promise.all([loadCompiler(), loadFonts(fontSet)])
  const resolver = new typst.TypstFontResolverBuilder()
  for (const font of fonts) resolver.add_raw_font(font)
  return await resolver.build()
}
const resolvers = { all: makeOnce(() => createResolver('all')), common: makeOnce(() => createResolver('common')) }

const compile = async ({
  template,
  files,
  families,
}: CompileRequest): Promise<Pick<CompileResponse, 'pdf' | 'problem'>> => {
  const [{ compiler }, fonts] = await Promise.all([loadCompiler(), resolvers[chooseFontSet(families)]()])
  // Synchronous from here on, so that two documents never share the compiler's files.
  compiler.set_fonts(fonts)
  compiler.add_source('/main.typ', template)
  for (const [name, content] of Object.entries(files)) compiler.map_shadow(`/${name}`, content)
  const world = compiler.snapshot('/', '/main.typ', undefined)
  try {
    const { diagnostics: problems } = world.compile(0, FULL_DIAGNOSTICS) as Compiled
    const { result, diagnostics = problems } = world.get_artifact(PDF, FULL_DIAGNOSTICS) as Compiled
    if (result) return { pdf: result }
    return { problem: diagnostics?.map(({ message, range }) => `${range} ${message}`).join('; ') ?? 'no diagnostics' }
  } finally {
    world.free()
    compiler.reset_shadow()
  }
}

const handleRequest = async (request: CompileRequest): Promise<CompileResponse> => {
  const { memory } = await loadCompiler()
  const buildResponse = (outcome: object) => ({ id: request.id, bytes: memory.buffer.byteLength, ...outcome })
  try {
    return buildResponse(await compile(request))
  } catch (error) {
    return buildResponse({ problem: String(error), isBroken: true })
  }
}

if ((workerData as Record<string, unknown> | null)?.[AS_COMPILER]) {
  // Silences the compiler, which prints a stack for every missing file; problems are part of its response.
  Object.assign(console, { error() {}, info() {}, log() {}, warn() {} })
  parentPort?.on('message', async (request: CompileRequest) => parentPort?.postMessage(await handleRequest(request)))
}
