import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { AREAS } from '../../functions/docs/areas.ts'
import { sources } from './sources.ts'

const PRODUCT = ['functions', 'lib', 'schemas']
const VERBS: Record<string, string[]> = {
  GET: ['get', 'list'],
  POST: ['create', 'generate', 'record', 'add', 'receive'],
  PUT: ['replace', 'set', 'update'],
  PATCH: ['update', 'set'],
  DELETE: ['delete', 'remove'],
}

/** Lists the allowed files of an endpoint: its path without `/api`, version and ids, optionally with a verb. */
const listPaths = (area: string, route: string) => {
  const [method = '', path = ''] = route.split(' ')
  const segments = path
    .split('/')
    .filter((segment) => segment && !/^(api|v\d+|\.well-known)$|\{/.test(segment))
    .map((segment) => segment.replace(/\.json$/, ''))
  if (path === '/') return [`functions/${area}/landing-page.ts`]
  const below = (segments[0] === area ? segments.slice(1) : segments).join('/')
  const at = (name: string) => `functions/${[area, below, name].filter(Boolean).join('/')}.ts`
  return [...(below ? [`functions/${area}/${below}.ts`] : []), ...(VERBS[method] ?? []).map(at)]
}

/** Tables that list something of every module. */
const REGISTRIES = [
  'functions/audit/audited-kinds.ts',
  'functions/data-exchange/exports/collections.ts',
  'functions/data-exchange/imports/row-kinds.ts',
  'functions/docs/areas.ts',
  'functions/docs/description.ts',
  'functions/docs/endpoints.ts',
  'functions/events/run-task.ts',
  'functions/iam/auth/ability-subjects.ts',
  'functions/iam/erasures.ts',
  'functions/sales/catalog-jobs.ts',
  'functions/settings/setting-catalog.ts',
  'functions/store/listed-kinds.ts',
]

const isWorker = (path: string) => /\/(on|every)-[a-z-]+\.ts$/.test(path)
const isEndpoint = (path: string) =>
  path.startsWith('functions/') && !isWorker(path) && !path.endsWith('/api.ts') && !REGISTRIES.includes(path)

describe('the layout', () => {
  it('mounts every endpoint file in its module, under its name and at the path of its route', async () => {
    const files = sources('functions').filter(({ path }) => isEndpoint(path))
    for (const { path } of files) {
      const area = AREAS.find(({ name }) => path.startsWith(`functions/${name}/`))
      if (!area) throw new Error(`${path} belongs to no area of the description`)
      const { endpoints } = await area.load()
      const exported = Object.entries(
        (await import(/* @vite-ignore */ pathToFileURL(resolve(path)).href)) as Record<string, { route: string }>,
      )
      expect(exported.length, path).toBe(1)
      for (const [name, endpoint] of exported) {
        expect(endpoints[name] === endpoint, `${name} of ${path} is mounted`).toBe(true)
        expect(listPaths(area.name, endpoint.route)).toContain(path)
      }
    }
  })

  it('describes every module that has an api', () => {
    const modules = sources('functions').flatMap(({ path }) => /^functions\/([\w-]+)\/api\.ts$/.exec(path)?.[1] ?? [])
    expect(AREAS.map(({ name }) => name).sort()).toEqual(modules.sort())
  })

  it('has no route twice', async () => {
    const routes = (await Promise.all(AREAS.map(({ load }) => load()))).flatMap(({ endpoints }) =>
      Object.values(endpoints).map(({ route }) => route.replaceAll(/\{\w+/g, '{')),
    )
    expect(new Set(routes).size).toBe(routes.length)
  })

  it('keeps the AWS SDK out of the endpoints and workers', () => {
    const wrong = sources('functions').filter(({ imports }) => imports.some((name) => name.startsWith('@aws-sdk/')))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('lets a store be used by its own module only', () => {
    const wrong = sources('functions', 'lib').flatMap(({ path, imports }) => {
      const module = path.split('/')[1]
      const foreign = imports.filter((name) => name.endsWith('-store.ts') && !name.startsWith(`lib/${module}/`))
      return REGISTRIES.includes(path) ? [] : foreign.map((name) => `${path} imports ${name}`)
    })
    expect(wrong).toEqual([])
  })

  it('imports nothing from tests, local, deploy or bench', () => {
    const wrong = sources(...PRODUCT).flatMap(({ path, imports }) =>
      imports.filter((name) => /^(tests|local|deploy|bench)\//.test(name)).map((name) => `${path} imports ${name}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('the sources', () => {
  const without = (folders: string[], pattern: RegExp, except: (path: string) => boolean = () => false) =>
    sources(...folders).flatMap(({ path, text }) => (!except(path) && pattern.test(text) ? [path] : []))

  it('export by name', () => {
    const plugin = (path: string) => path.endsWith('-plugin.ts')
    expect(
      without([...PRODUCT, 'deploy', 'local'], /\bexport default\b/, plugin).filter(
        (path) => path !== 'deploy/bundle.ts',
      ),
    ).toEqual([])
  })

  it('read the environment in one place', () => {
    expect(without(PRODUCT, /\bprocess\.env\b/)).toEqual(['lib/platform/app/config.ts'])
  })

  it('read the time from the app clock only', () => {
    expect(without(PRODUCT, /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/)).toEqual(['lib/platform/app/app.ts'])
  })

  it('break the lines of their comments', () => {
    // The formatter leaves comments as they are. Those of stores are tables.
    expect(without([...PRODUCT, 'deploy', 'local', 'bench'], /^ *(\/\*\*|\*) .{126}/m)).toEqual([])
  })

  it('stay within the maximum file size', () => {
    const lines = (text: string) => text.split('\n').length - 1
    const all = sources(...PRODUCT, 'deploy', 'local').map(({ path, text }) => ({ path, lines: lines(text) }))
    expect(all.filter((file) => file.lines > 250)).toEqual([])
    const endpoints = all.filter(({ path }) => isEndpoint(path) || isWorker(path))
    expect(endpoints.filter((file) => file.lines > 60)).toEqual([])
  })
})
