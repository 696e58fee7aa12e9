import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { AREAS } from '../../functions/docs/areas.ts'
import { FONT_FILES } from '../../lib/document/typesetting/fonts.ts'
import { root } from '../../local/definitions.ts'
import type { LocalFunction } from '../../local/gateway/local-function.ts'
import { makeRoutes } from '../../local/gateway/routes.ts'
import { findReach, sources } from '../shape/sources.ts'

interface Deployed {
  handler: string
  access: string[]
  layers?: string[]
  events: { httpApi?: string }[]
}

const RENDERER = 'lib/document/printing/render-pdf.ts'

const { functions, layers } = parse(readFileSync(join(root, 'serverless.yml'), 'utf8'), { logLevel: 'silent' }) as {
  functions: Record<string, Deployed>
  layers: { typesetting: { package: { patterns: string[] } } }
}
const code = sources('functions', 'lib')
const isRendering = (path: string) => findReach(code, path).has(RENDERER)

const findDeployed = makeRoutes(
  Object.entries(functions).map(
    ([name, { events }]) =>
      ({ name, routes: events.flatMap(({ httpApi }) => httpApi ?? []) }) as unknown as LocalFunction,
  ),
)

/** Endpoints that reach the renderer, with the function that serves each in the cloud. */
let endpoints: { operation: string; route: string; served: string }[]

beforeAll(async () => {
  const modules = await Promise.all(AREAS.map(({ load }) => load()))
  endpoints = modules.flatMap(({ endpoints }) =>
    Object.entries(endpoints).flatMap(([operation, { route }]) => {
      const declares = `export const ${operation} = `
      const file = code.find(({ path, text }) => path.startsWith('functions/') && text.includes(declares))
      if (!file) throw new Error(`No file declares ${operation}`)
      const [method = '', path = ''] = route.split(' ')
      const served = findDeployed(method, path.replaceAll(/\{\w+\}/g, 'x'))?.target.name ?? 'nothing'
      return isRendering(file.path) ? [{ operation, route, served }] : []
    }),
  )
})

const lacks = (name: string) => {
  const { access = [], layers = [] } = functions[name] ?? {}
  return [
    ...(layers.includes('TypesettingLambdaLayer') ? [] : ['the typesetter and its fonts']),
    ...(access.includes('files') ? [] : ['the files']),
  ]
}

describe('whatever renders a document', () => {
  it('is found by what it loads', () => {
    const operations = endpoints.map(({ operation }) => operation)
    expect(operations).toEqual(
      expect.arrayContaining([
        'renderInvoice',
        'sendInvoice',
        'renderDeliveryNote',
        'renderReturnSlip',
        'renderPickList',
      ]),
    )
    expect(operations).not.toContain('getInvoice')
  })

  it('is routed to a function that has the typesetter and its fonts and may write files', () => {
    const wrong = endpoints.flatMap(({ route, served }) =>
      lacks(served).map((what) => `${route}: ${served} lacks ${what}`),
    )
    expect(wrong).toEqual([])
  })

  it('runs in workers and schedules that have the same', () => {
    const workers = Object.entries(functions).filter(([, { handler }]) => !handler.endsWith('/api.handler'))
    const rendering = workers.filter(([, { handler }]) => isRendering(handler.replace(/\.handler$/, '.ts')))
    expect(rendering.map(([name]) => name)).toContain('everyQuarterHourFollowInvoices')
    expect(rendering.flatMap(([name]) => lacks(name).map((what) => `${name} lacks ${what}`))).toEqual([])
  })

  it('finds all of them in the layer', () => {
    const files = globSync(layers.typesetting.package.patterns, { cwd: root })
    expect(FONT_FILES.filter((file) => !files.includes(`node_modules/${file}`))).toEqual([])
    const compiler = files.filter((file) => file.includes('/typst-ts-web-compiler/'))
    expect(compiler.map((file) => basename(file)).sort()).toEqual(['package.json', 'typst_ts_web_compiler_bg.wasm'])
    expect(files).toHaveLength(FONT_FILES.length + compiler.length)
  })

  it('is the only reason to have them', () => {
    const packing = Object.keys(functions).filter((name) => functions[name]?.layers)
    const serving = new Set(endpoints.map(({ served }) => served))
    const idle = packing.filter((name) => !serving.has(name) && functions[name]?.handler.endsWith('/api.handler'))
    expect(idle).toEqual([])
  })
})
