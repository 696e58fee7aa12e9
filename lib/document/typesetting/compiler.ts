import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { makeOnce } from '../../platform/make-once.ts'
import { chooseShelf, loadFonts, type Shelf } from './fonts.ts'

// Runs in a thread of its own, which ends when it has grown: the compiler gives no memory back.

/** What a thread is started from: this file, or the part of a bundle that it became. */
export const COMPILER = import.meta.url
export const AS_COMPILER = 'typesetting'

export interface Asked {
  id: number
  template: string
  files: Readonly<Record<string, Uint8Array>>
  families: readonly string[]
}

export interface Answered {
  id: number
  pdf?: Uint8Array
  /** What the compiler did not understand, in terms of the template. */
  wrong?: string
  /** Whether it broke over it and must not be used again. */
  broken?: boolean
  bytes: number
}

const PDF = 1
const FULL_DIAGNOSTICS = 3

interface Compiled {
  result?: Uint8Array
  diagnostics?: { message: string; range: string }[]
}

const require = createRequire(import.meta.url)

const loaded = makeOnce(async () => {
  const [typst, wasm] = await Promise.all([
    import('@myriaddreamin/typst-ts-web-compiler'),
    readFile(require.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')),
  ])
  const { memory } = await typst.default({ module_or_path: wasm })
  const builder = new typst.TypstCompilerBuilder()
  builder.set_dummy_access_model()
  return { typst, compiler: await builder.build(), memory }
})

const createResolver = async (shelf: Shelf) => {
  const [{ typst }, fonts] = await Promise.all([loaded(), loadFonts(shelf)])
  const resolver = new typst.TypstFontResolverBuilder()
  for (const font of fonts) resolver.add_raw_font(font)
  return await resolver.build()
}
const resolvers = { all: makeOnce(() => createResolver('all')), usual: makeOnce(() => createResolver('usual')) }

const compile = async ({ template, files, families }: Asked): Promise<Pick<Answered, 'pdf' | 'wrong'>> => {
  const [{ compiler }, fonts] = await Promise.all([loaded(), resolvers[chooseShelf(families)]()])
  // From here to the end nothing else runs, so that two documents never share the compiler's files.
  compiler.set_fonts(fonts)
  compiler.add_source('/main.typ', template)
  for (const [name, content] of Object.entries(files)) compiler.map_shadow(`/${name}`, content)
  const world = compiler.snapshot('/', '/main.typ', undefined)
  try {
    const { diagnostics: wrong } = world.compile(0, FULL_DIAGNOSTICS) as Compiled
    const { result, diagnostics = wrong } = world.get_artifact(PDF, FULL_DIAGNOSTICS) as Compiled
    if (result) return { pdf: result }
    return { wrong: diagnostics?.map(({ message, range }) => `${range} ${message}`).join('; ') ?? 'no diagnostics' }
  } finally {
    world.free()
    compiler.reset_shadow()
  }
}

const answerRequest = async (asked: Asked): Promise<Answered> => {
  const { memory } = await loaded()
  const buildAnswer = (outcome: object) => ({ id: asked.id, bytes: memory.buffer.byteLength, ...outcome })
  try {
    return buildAnswer(await compile(asked))
  } catch (error) {
    return buildAnswer({ wrong: String(error), broken: true })
  }
}

if ((workerData as Record<string, unknown> | null)?.[AS_COMPILER]) {
  // The compiler prints each file that it cannot read, with a stack, as if that were an error of the platform. What is
  // wrong with a template is in its answer.
  Object.assign(console, { error() {}, info() {}, log() {}, warn() {} })
  parentPort?.on('message', async (asked: Asked) => parentPort?.postMessage(await answerRequest(asked)))
}
