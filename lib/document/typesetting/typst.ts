import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { lazily } from '../../lazy.ts'
import { fontsOn, type Shelf, shelfFor } from './fonts.ts'

const require = createRequire(import.meta.url)

const PDF = 1
const FULL_DIAGNOSTICS = 3

/** The typesetter did not understand the template or its data; says where, in terms of the template. */
export class NotTypeset extends Error {}

const loaded = lazily(async () => {
  const [typst, wasm] = await Promise.all([
    import('@myriaddreamin/typst-ts-web-compiler'),
    readFile(require.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')),
  ])
  await typst.default({ module_or_path: wasm })
  const builder = new typst.TypstCompilerBuilder()
  builder.set_dummy_access_model()
  return { typst, compiler: await builder.build() }
})

/** Made once each: the compiler never gives the memory of fonts back. */
const resolverOf = async (shelf: Shelf) => {
  const [{ typst }, fonts] = await Promise.all([loaded(), fontsOn(shelf)])
  const resolver = new typst.TypstFontResolverBuilder()
  for (const font of fonts) resolver.add_raw_font(font)
  return await resolver.build()
}
const resolvers = { all: lazily(() => resolverOf('all')), usual: lazily(() => resolverOf('usual')) }

interface Typeset {
  result?: Uint8Array
  diagnostics?: { message: string; range: string; severity: string }[]
}

/** Sets a document that is written with these families. The same input gives the same bytes. */
export const typeset = async (
  template: string,
  files: Readonly<Record<string, Uint8Array>>,
  families: readonly string[],
): Promise<Buffer> => {
  const [{ compiler }, fonts] = await Promise.all([loaded(), resolvers[shelfFor(families)]()])
  // From here to the end nothing else runs, so that two documents never share the compiler's files.
  compiler.set_fonts(fonts)
  compiler.add_source('/main.typ', template)
  for (const [name, content] of Object.entries(files)) compiler.map_shadow(`/${name}`, content)
  const world = compiler.snapshot('/', '/main.typ', undefined)
  try {
    const { diagnostics: wrong } = world.compile(0, FULL_DIAGNOSTICS) as Typeset
    const { result, diagnostics = wrong } = world.get_artifact(PDF, FULL_DIAGNOSTICS) as Typeset
    if (!result) throw new NotTypeset(diagnostics?.map(({ message, range }) => `${range} ${message}`).join('; '))
    return Buffer.from(result)
  } finally {
    world.free()
    compiler.reset_shadow()
    compiler.reset()
  }
}
