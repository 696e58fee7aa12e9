import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'

// `npm run test:repeat -- 20` runs the test files that could pass or fail by chance twenty times, each time together and
// from another seed, and prints the seed of each failure. Words after the number select files, `--shuffle` also shuffles
// the files and the tests of a file, `--busy` keeps the cores busy meanwhile, and `--list` only lists the files.

const REASONS: Readonly<Record<string, RegExp>> = {
  'chooses by chance':
    /fast-check|support\/(faults|proof|run-seeds|seed|select-share|shuffle)\.ts|aSimulatedChannel|shops\.ts/,
  'kills processes or workers': /SIGKILL|\bfork\(|\bspawn\(|mortal-workers|dying\.ts/,
  'runs things side by side': /Promise\.all(Settled)?\(/,
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Lists the file and all files of the tests that it imports, directly or not, since chance may come from any of them. */
const listSources = (file: string, found = new Set<string>()): Set<string> => {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
    const imported = join(dirname(file), path)
    if (imported.startsWith('tests/') && existsSync(imported)) listSources(imported, found)
  }
  return found
}

const listReasons = (file: string): string[] => {
  const sources = [...listSources(file)].map((source) => readFileSync(source, 'utf8'))
  return Object.keys(REASONS).filter((reason) => sources.some((source) => REASONS[reason]?.test(source)))
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shuffle: { type: 'boolean' }, busy: { type: 'boolean' }, list: { type: 'boolean' } },
})
const isCount = (word: string | undefined) => /^\d+$/.test(word ?? '')
const [times, words] = isCount(positionals[0])
  ? [Number(positionals[0]), positionals.slice(1)]
  : [values.list ? 0 : 1, positionals]

const chosen = globSync('tests/**/*.test.ts', { exclude: ['**/node_modules/**'] })
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .map((file) => ({ file, reasons: listReasons(file) }))
  .filter(({ reasons }) => reasons.length > 0)
  .sort((a, b) => (a.file < b.file ? -1 : 1))

if (values.list) for (const { file, reasons } of chosen) say(`${file}  ${reasons.join(', ')}`)

/** What vitest writes about a run, as far as it is read here. */
interface Report {
  numPassedTests: number
  testResults: readonly {
    name: string
    status: 'passed' | 'failed'
    assertionResults: readonly { status: string; fullName: string }[]
  }[]
}

const folder = times ? await mkdtemp(join(tmpdir(), 'repeat-')) : ''

/** Runs all chosen files once and returns whether they passed. */
const runPass = async (pass: number): Promise<boolean> => {
  const begun = performance.now()
  const [report, output] = [join(folder, `${pass}.json`), join(folder, `${pass}.txt`)]
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...chosen.map(({ file }) => file),
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--reporter=default',
    '--reporter=./tests/support/tally-reporter.ts',
    ...(values.shuffle ? ['--sequence.shuffle.files', '--sequence.shuffle.tests'] : []),
  ]
  const written = createWriteStream(output)
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.pipe(written, { end: false })
  child.stderr.pipe(written, { end: false })
  const code = await new Promise((resolve) => child.once('close', resolve))
  await finished(written.end())

  const seed = /^SEED=(\d+)$/m.exec(await readFile(output, 'utf8'))?.[1] ?? 'unknown'
  const { numPassedTests, testResults } = JSON.parse(await readFile(report, 'utf8')) as Report
  const failed = testResults.filter(({ status }) => status !== 'passed')
  const seconds = Math.round((performance.now() - begun) / 1000)
  const passedFiles = testResults.length - failed.length
  say(
    `Pass ${pass}: ${passedFiles} of ${chosen.length} files passed, ${numPassedTests} tests, ${seconds} s, SEED=${seed}`,
  )
  for (const { name, assertionResults } of failed) {
    say(`  ${relative('.', name)} failed: ${output}`)
    for (const { status, fullName } of assertionResults) if (status === 'failed') say(`    ${fullName}`)
  }
  return code === 0 && passedFiles === chosen.length
}

const burners = values.busy
  ? Array.from({ length: availableParallelism() }, () => new Worker('for (;;) {}', { eval: true }))
  : []
let failedPasses = 0
for (let pass = 1; pass <= times; pass++) if (!(await runPass(pass))) failedPasses++
for (const burner of burners) await burner.terminate()
process.exitCode = failedPasses ? 1 : 0
