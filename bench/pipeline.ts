import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../deploy/bundle.ts'
import { fixed, range, ratio, spread, table } from './report.ts'

const ROUNDS = 7
const REQUESTS = 5000
const BATCH = 100
const WARM_UP = 5000
const OUTDIR = join(import.meta.dirname, '..', '.build', 'bench')

interface Answer {
  statusCode: number
  body?: string
}

const check = (name: string, answer: Answer, wanted: number, field: string) => {
  if (answer.statusCode !== wanted || !answer.body?.includes(field))
    throw new Error(`${name} answered ${answer.statusCode} ${answer.body}`)
}

/**
 * Measures the CPU time of a request in microseconds. Events are built outside the measurement and few at a time: if many
 * lived through a round, the garbage collector would copy them repeatedly, which penalizes contenders that allocate.
 */
const measured = async <E>(handler: (event: E) => Promise<unknown>, event: () => E, requests: number) => {
  let spent = 0
  for (let done = 0; done < requests; done += BATCH) {
    const events = Array.from({ length: BATCH }, event)
    const before = process.cpuUsage()
    for (const each of events) await handler(each)
    const { user, system } = process.cpuUsage(before)
    spent += user + system
  }
  return spent / requests
}

export const pipeline = async (): Promise<string> => {
  await bundle({ entries: { pipeline: join(import.meta.dirname, 'pipeline', 'contenders.ts') }, outdir: OUTDIR })
  const { contenders, prepareEvents } = (await import(
    pathToFileURL(join(OUTDIR, 'pipeline', 'index.mjs')).href
  )) as typeof import('./pipeline/contenders.ts')
  const events = await prepareEvents()

  const sections: string[] = []
  for (const [kind, wanted] of [
    ['create', 201],
    ['get', 200],
  ] as const) {
    for (const { name, [kind]: handler } of contenders) {
      check(name, (await handler(events[kind]())) as Answer, wanted, 'connectionConfigured')
      await measured(handler, events[kind], WARM_UP)
    }
    const taken = contenders.map((): number[] => [])
    for (let round = 0; round < ROUNDS; round++)
      for (const [place, { [kind]: handler }] of contenders.entries())
        taken[place]?.push(await measured(handler, events[kind], REQUESTS))
    const base = taken[0] as number[]
    const rows = contenders.map(({ name }, place) => {
      const each = taken[place] as number[]
      const all = spread(each)
      return [name, fixed(all.median), range(all), `${fixed(ratio(each, base), 2)} x`]
    })
    const title = kind === 'create' ? 'POST /api/warehousing/custodians' : 'GET /api/warehousing/custodians/{id}'
    sections.push(`${title}\n\n${table(['', 'CPU µs a request, median', 'least to most', 'to raw'], rows)}`)
  }
  return sections.join('\n\n')
}
