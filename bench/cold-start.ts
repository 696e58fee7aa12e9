import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { bundle } from '../deploy/bundle.ts'
import { makeApp } from '../lib/platform/app/app.ts'
import { readConfig } from '../lib/platform/app/config.ts'
import { startAws } from './cold-start/aws.ts'
import { ENTRIES, prepareStarts, type Start } from './cold-start/modules.ts'
import { fixed, range, ratio, spread, table } from './report.ts'

const ROUNDS = 15
const OUTDIR = join(import.meta.dirname, '..', '.build', 'bench')
const run = promisify(execFile)

// Runs in a fresh process. The clock runs from the first import to the answer.
const FIRST_ANSWER = `
const { BUNDLE, EVENT } = process.env
const event = JSON.parse(EVENT)
const used = process.cpuUsage()
const start = performance.now()
const { handler } = await import(BUNDLE)
const { statusCode } = await handler(event, {})
const ms = performance.now() - start
const { user, system } = process.cpuUsage(used)
console.log(JSON.stringify({ statusCode, ms, cpuMs: (user + system) / 1000 }))
process.exit()`

interface Taken {
  statusCode: number
  ms: number
  cpuMs: number
}

const kilobytes = (bytes: number) => fixed(bytes / 1024, 0)

/** Measures the bytes of a bundle: those that importing its entry reads, and all of them, uncompressed and compressed. */
const measureSize = async (name: string) => {
  const folder = join(OUTDIR, name)
  const files = new Map<string, Buffer>()
  for (const file of await readdir(folder)) files.set(file, await readFile(join(folder, file)))
  const started = new Set<string>()
  const follow = (file: string) => {
    if (started.has(file)) return
    started.add(file)
    for (const [, next] of String(files.get(file)).matchAll(/(?:from|import)\s*"\.\/(chunk-\w+\.mjs)"/g))
      follow(next as string)
  }
  follow('index.mjs')
  const sum = (chosen: Iterable<string>) =>
    [...chosen].reduce((bytes, file) => bytes + (files.get(file)?.length ?? 0), 0)
  const packed = [...files.values()].reduce((bytes, content) => bytes + gzipSync(content).length, 0)
  return { start: sum(started), total: sum(files.keys()), packed }
}

const buildEvent = ({ method, path, body }: Start, token: string) => ({
  version: '2.0',
  rawPath: path,
  rawQueryString: '',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', host: 'api.example.com' },
  requestContext: { requestId: 'bench', http: { method, path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7' } },
  ...(body && { body: JSON.stringify(body) }),
  isBase64Encoded: false,
})

export const coldStart = async (): Promise<string> => {
  const aws = await startAws()
  const environment = {
    PATH: process.env.PATH,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL: aws.url,
  }
  Object.assign(process.env, environment)
  try {
    await bundle({ entries: ENTRIES, outdir: OUTDIR })
    const { starts, token, publicJwk } = await prepareStarts(makeApp(readConfig()))
    aws.seal()
    const taken = starts.map((): Taken[] => [])
    const calls: number[] = []
    for (let round = -1; round < ROUNDS; round++)
      for (const [place, start] of starts.entries()) {
        aws.calls()
        const env = {
          ...environment,
          PUBLIC_JWK: publicJwk,
          BUNDLE: pathToFileURL(join(OUTDIR, start.bundle, 'index.mjs')).href,
          EVENT: JSON.stringify(buildEvent(start, token)),
        }
        const { stdout } = await run(process.execPath, ['--input-type=module', '-e', FIRST_ANSWER], { env })
        const one = JSON.parse(stdout) as Taken
        if (one.statusCode !== start.wanted) throw new Error(`${start.name} answered ${one.statusCode}`)
        calls[place] = aws.calls()
        // The first round fills the file cache and is not counted.
        if (round >= 0) taken[place]?.push(one)
      }
    const ms = taken.map((all) => all.map((one) => one.ms))
    const cpu = taken.map((all) => all.map((one) => one.cpuMs))
    const rows = starts.map(async ({ name, bundle: of }, place) => {
      const size = await measureSize(of)
      const all = spread(ms[place] as number[])
      return [
        name,
        kilobytes(size.start),
        `${kilobytes(size.total)} (${kilobytes(size.packed)})`,
        String(calls[place]),
        fixed(all.median),
        range(all),
        `${fixed(ratio(ms[place] as number[], ms[0] as number[]), 2)} x`,
        fixed(spread(cpu[place] as number[]).median),
        `${fixed(ratio(cpu[place] as number[], cpu[0] as number[]), 2)} x`,
      ]
    })
    return table(
      [
        '',
        'KB at start',
        'KB in all (gz)',
        'AWS calls',
        'first answer ms',
        'least to most',
        'to baseline',
        'CPU ms',
        'to baseline',
      ],
      await Promise.all(rows),
    )
  } finally {
    aws.stop()
    delete process.env.AWS_ENDPOINT_URL
  }
}
