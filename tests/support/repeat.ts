import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'

// `npm run test:repeat -- 20` runs each test file that could pass or fail by chance twenty times and prints the seed of
// each failure. Words after the number select files, `--shuffle` also shuffles the tests of a file, `--busy` keeps the
// cores busy meanwhile, and `--list` only lists the files.

const REASONS: Readonly<Record<string, RegExp>> = {
  'chooses by chance': /fast-check|support\/(faults|seed|shuffle)\.ts|aSimulatedChannel|shops\.ts/,
  'kills processes or workers': /SIGKILL|\bfork\(|\bspawn\(|mortal-workers|dying\.ts/,
  'runs things side by side': /Promise\.all(Settled)?\(/,
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

const listReasons = (file: string): string[] => {
  const source = readFileSync(file, 'utf8')
  return Object.entries(REASONS).flatMap(([reason, sign]) => (sign.test(source) ? reason : []))
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shuffle: { type: 'boolean' }, busy: { type: 'boolean' }, list: { type: 'boolean' } },
})
const isCount = (word: string | undefined) => /^\d+$/.test(word ?? '')
const [times, words] = isCount(positionals[0])
  ? [Number(positionals[0]), positionals.slice(1)]
  : [values.list ? 0 : 1, positionals]

const chosen = globSync('tests/**/*.test.ts')
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .map((file) => ({ file, reasons: listReasons(file) }))
  .filter(({ reasons }) => reasons.length > 0)
  .sort((a, b) => (a.file < b.file ? -1 : 1))

if (values.list) for (const { file, reasons } of chosen) say(`${file}  ${reasons.join(', ')}`)

interface Ran {
  passed: boolean
  seed: string
  seconds: number
  output: string
}

const run = (file: string): Promise<Ran> =>
  new Promise((resolve) => {
    const begun = performance.now()
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      file,
      ...(values.shuffle ? ['--sequence.shuffle.tests'] : []),
    ]
    execFile(process.execPath, args, { maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      const seed = /^SEED=(\d+)$/m.exec(stdout)?.[1] ?? 'unknown'
      const seconds = (performance.now() - begun) / 1000
      resolve({ passed: error === null, seed, seconds, output: stdout + stderr })
    })
  })

const burners = values.busy
  ? Array.from({ length: availableParallelism() }, () => new Worker('for (;;) {}', { eval: true }))
  : []
const folder = times ? await mkdtemp(join(tmpdir(), 'repeat-')) : ''
let failedFiles = 0
for (const { file } of times ? chosen : []) {
  const runs: Ran[] = []
  for (let time = 0; time < times; time++) runs.push(await run(file))
  const failed = runs.filter(({ passed }) => !passed)
  const seconds = runs.reduce((sum, each) => sum + each.seconds, 0) / runs.length
  say(`${file}  ${runs.length - failed.length} of ${runs.length} passed, ${seconds.toFixed(1)} s each`)
  for (const { seed, output } of failed) {
    const kept = join(folder, `${file.replaceAll('/', '-')}-${seed}.txt`)
    await writeFile(kept, output)
    say(`  failed with SEED=${seed}: ${kept}`)
  }
  if (failed.length) failedFiles++
}
for (const burner of burners) await burner.terminate()
process.exitCode = failedFiles ? 1 : 0
