import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Part } from '../support/proof.ts'
import { type Figures, type Proof, type ProofResult, splitParts, sumFigures } from './proof.ts'
import { PROOFS } from './proofs.ts'
import { renderReport } from './report.ts'

// `npm run proof` runs all proofs at their full size; docs/proof.md describes the options.

const ROOT = join(import.meta.dirname, '../..')
const STATE = join(ROOT, '.proof')
const RESULTS = join(import.meta.dirname, 'results.json')
const PAGE = join(ROOT, 'docs/proof.md')
const MOST_OUTPUT_BYTES = 2 ** 28

interface Ran extends Part {
  passed: boolean
  seconds: number
  figures: Figures
}

/** Kept after each part, so that the next run continues here. */
interface Progress {
  commit: string
  from: number
  size: number
  ran: Ran[]
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    size: { type: 'string' },
    minutes: { type: 'string' },
    processes: { type: 'string' },
    restart: { type: 'boolean' },
  },
})
const unknown = names.find((name) => !PROOFS.some((proof) => proof.name === name))
if (unknown) {
  say(`Unknown proof ${unknown}. Choose from ${PROOFS.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
const chosen = PROOFS.filter(({ name }) => !names.length || names.includes(name))
const processes = Number(values.processes ?? availableParallelism())
const end = Date.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** Names the commit and what differs from it, apart from the results themselves. */
const nameVersion = (): string => {
  const changed = git('status', '--porcelain', '--', '.', ':!docs/proof.md', ':!tests/proof/results.json')
  return `${git('rev-parse', '--short=8', 'HEAD')}${changed ? ' with changes' : ''}`
}

const readJson = <T>(file: string, otherwise: T): T =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : otherwise

const writeJson = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

const runPart = ({ name, file, project }: Proof, { from, count }: Part): Promise<Ran> =>
  new Promise((resolve) => {
    const begun = performance.now()
    const figuresFile = join(STATE, `${name}-${from}.figures`)
    rmSync(figuresFile, { force: true })
    const env = {
      ...process.env,
      ...{ SEED: String(from), PROOF_NAME: name, PROOF_FROM: String(from), PROOF_COUNT: String(count) },
      PROOF_FIGURES: figuresFile,
    }
    const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', project, file]
    execFile(process.execPath, args, { cwd: ROOT, env, maxBuffer: MOST_OUTPUT_BYTES }, (error, stdout, stderr) => {
      const passed = error === null
      const output = join(STATE, `${name}-${from}.log`)
      if (!passed) {
        const said = stdout + stderr
        writeFileSync(output, said)
        say(`${name}: ${count} from ${from} failed, see ${output}`)
        const replays = new Set(said.match(/npm run proof -- \S+ --from \d+ --size 1\b/g))
        for (const command of replays) say(`  ${command}`)
        if (!replays.size) say(`  npm run proof -- ${name} --from ${from} --size ${count}`)
      }
      const lines = existsSync(figuresFile) ? readFileSync(figuresFile, 'utf8').trim().split('\n') : []
      const figures = sumFigures(lines.map((line) => JSON.parse(line) as Figures))
      rmSync(figuresFile, { force: true })
      resolve({ from, count, passed, seconds: (performance.now() - begun) / 1000, figures })
    })
  })

/** Runs what is left of a proof; returns whether the whole has been run now. */
const runProof = async (proof: Proof, progress: Progress, keep: () => void): Promise<boolean> => {
  const isDone = ({ from }: Part) => progress.ran.some((part) => part.from === from && part.passed)
  const left = splitParts(progress.from, progress.size, proof.part).filter((part) => !isDone(part))
  const work = async () => {
    while (Date.now() < end) {
      const part = left.shift()
      if (!part) return
      const ran = await runPart(proof, part)
      progress.ran = [...progress.ran.filter(({ from }) => from !== part.from), ran]
      keep()
    }
  }
  await Promise.all(Array.from({ length: proof.alone ? 1 : processes }, work))
  return left.length === 0
}

const summarize = (proof: Proof, { from, size, commit, ran }: Progress): ProofResult => ({
  size,
  from,
  failedParts: ran.filter(({ passed }) => !passed).length,
  seconds: Math.round(ran.reduce((sum, { seconds }) => sum + seconds, 0) / (proof.alone ? 1 : processes)),
  figures: sumFigures(ran.map(({ figures }) => figures)),
  commit,
  day: new Date().toISOString().slice(0, 10),
})

mkdirSync(STATE, { recursive: true })
const commit = nameVersion()
for (const proof of chosen) {
  const [from, size] = [Number(values.from ?? 1), Number(values.size ?? proof.size)]
  const file = join(STATE, `${proof.name}.json`)
  const before = readJson<Progress | undefined>(file, undefined)
  const goesOn = !values.restart && before?.commit === commit && before.from === from && before.size === size
  const progress = goesOn ? before : { commit, from, size, ran: [] }
  say(
    `${proof.name}: ${size} ${proof.unit} from ${from}${progress.ran.length ? `, ${progress.ran.length} parts are done` : ''}`,
  )
  const complete = await runProof(proof, progress, () => writeJson(file, progress))
  const result = summarize(proof, progress)
  const failed = result.failedParts ? `${result.failedParts} parts failed` : 'no failure'
  say(
    `${proof.name}: ${complete ? failed : `time is up, ${failed} so far`}, ${result.seconds} s, ${JSON.stringify(result.figures)}`,
  )
  if (result.failedParts) process.exitCode = 1
  if (!complete || size !== proof.size) continue
  const results = { ...readJson<Record<string, ProofResult>>(RESULTS, {}), [proof.name]: result }
  writeJson(RESULTS, results)
  writeFileSync(PAGE, renderReport(PROOFS, results))
}
