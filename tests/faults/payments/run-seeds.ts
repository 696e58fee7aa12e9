import { parseArgs } from 'node:util'
import { payBySeed } from './run.ts'

// `npm run faults:payments -- --seeds 5000 --from 1` runs so many seeds; `--from 17 --seeds 1` replays one.

process.env.LOG_LEVEL = 'SILENT'

const { values } = parseArgs({ options: { seeds: { type: 'string' }, from: { type: 'string' } } })
const [count, from] = [Number(values.seeds ?? 100), Number(values.from ?? 1)]
const begun = performance.now()
const tally: Record<string, number> = {}
const failed: number[] = []
for (let seed = from; seed < from + count; seed++) {
  const { wrong, tally: counted } = await payBySeed(seed).catch((error: Error) => ({
    wrong: [`the run failed: ${error.stack}`],
    tally: {} as Record<string, number>,
  }))
  for (const [name, number] of Object.entries(counted)) tally[name] = (tally[name] ?? 0) + number
  if (!wrong.length) continue
  failed.push(seed)
  process.stdout.write(`seed ${seed}: npm run faults:payments -- --seeds 1 --from ${seed}\n`)
  for (const line of wrong.slice(0, 8)) process.stdout.write(`  ${line}\n`)
}
const seconds = (performance.now() - begun) / 1000
process.stdout.write(
  `${count} seeds from ${from}, ${failed.length} failed, ${seconds.toFixed(1)} s, ${JSON.stringify(tally)}\n`,
)
process.exitCode = failed.length ? 1 : 0
