import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { AREAS } from '../../functions/docs/areas.ts'
import { root } from '../../local/definitions.ts'
import type { LocalFunction } from '../../local/gateway/local-function.ts'
import { makeRoutes } from '../../local/gateway/routes.ts'
import { findReach, sources } from '../shape/sources.ts'

interface Deployed {
  handler: string
  access: string[]
  package?: { patterns: string[] }
  events: { httpApi?: string }[]
}

const RENDERER = 'lib/document/printing/render-pdf.ts'

const { functions } = parse(readFileSync(join(root, 'serverless.yml'), 'utf8'), { logLevel: 'silent' }) as {
  functions: Record<string, Deployed>
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
  const { access = [], package: packed } = functions[name] ?? {}
  const files = globSync(packed?.patterns ?? [], { cwd: root })
  const has = (end: string) => files.some((file) => file.endsWith(end))
  return [
    ...(has('.wasm') && has('/package.json') ? [] : ['the typesetter']),
    ...(has('/NotoSans_400Regular.ttf') && has('/NotoSansJP_600SemiBold.ttf') ? [] : ['the fonts']),
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

  it('is routed to a function that packs the typesetter and its fonts and may write files', () => {
    const wrong = endpoints.flatMap(({ route, served }) =>
      lacks(served).map((what) => `${route}: ${served} lacks ${what}`),
    )
    expect(wrong).toEqual([])
  })

  it('runs in workers and schedules that pack the same', () => {
    const workers = Object.entries(functions).filter(([, { handler }]) => !handler.endsWith('/api.handler'))
    const rendering = workers.filter(([, { handler }]) => isRendering(handler.replace(/\.handler$/, '.ts')))
    expect(rendering.map(([name]) => name)).toContain('everyQuarterHourFollowInvoices')
    expect(rendering.flatMap(([name]) => lacks(name).map((what) => `${name} lacks ${what}`))).toEqual([])
  })

  it('is the only reason to pack them', () => {
    const packing = Object.keys(functions).filter((name) => functions[name]?.package)
    const serving = new Set(endpoints.map(({ served }) => served))
    const idle = packing.filter((name) => !serving.has(name) && functions[name]?.handler.endsWith('/api.handler'))
    expect(idle).toEqual([])
  })
})
