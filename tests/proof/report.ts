import type { Proof, ProofResult } from './proof.ts'

const INTRODUCTION = `# Proof

What the platform promises is tried at two sizes: a small one in every \`npm test\`, from another seed each time, and the
full one of this table by \`npm run proof\`.

| Command | What it does |
| --- | --- |
| \`npm run proof\` | runs every proof at its full size and writes this page |
| \`npm run proof -- faults races\` | runs the proofs of these names |
| \`npm run proof -- faults --size 100 --from 1\` | runs another size, from this seed; this page stays as it is |
| \`npm run proof -- --minutes 30\` | stops after half an hour; the same command continues there, until a file changes |
| \`npm run proof -- --restart\` | forgets what was run before |
| \`npm run proof -- --processes 4\` | runs so many processes at once instead of one for each core |

A proof that fails prints the command that replays the failing seed, and the name of the file with its output.`

const FIGURE_NAMES: Readonly<Record<string, string>> = {
  throttle: 'calls throttled',
  conflict: 'writes in conflict',
  lostReply: 'replies lost',
  crashBefore: 'crashes before a call',
  crashAfter: 'crashes after a call',
  duplicate: 'transactions sent twice',
}

const describeFigure = (name: string) => FIGURE_NAMES[name] ?? name.replace(/^(.+) done$/, 'finished work ($1)')

const number = (value: number) =>
  Number.isInteger(value) ? value.toLocaleString('en-US') : value.toLocaleString('en-US', { maximumFractionDigits: 2 })

const describeTime = (seconds: number) =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`

const describeResult = ({ unit, size }: Proof, result: ProofResult | undefined): string[] => {
  if (!result) return [`not run yet; ${number(size)} ${unit}`, '', '']
  const figures = Object.entries(result.figures).map(([name, value]) => `${describeFigure(name)}: ${number(value)}`)
  const outcome = result.failedParts ? `**${result.failedParts} parts failed**` : 'no failure'
  const ran = `${number(result.size)} ${unit} from ${result.from}, ${describeTime(result.seconds)}`
  return [ran, [outcome, ...figures].join('; '), `\`${result.commit}\`, ${result.day}`]
}

/** Renders docs/proof.md. */
export const renderReport = (proofs: readonly Proof[], results: Readonly<Record<string, ProofResult>>): string => {
  const rows = proofs.map((proof) => {
    const cells = [`\`${proof.name}\``, proof.promise, proof.means, ...describeResult(proof, results[proof.name])]
    return `| ${cells.join(' | ')} |`
  })
  const table = [
    '| Name | Promise | Means | Last full run | Figures | Commit |',
    '| --- | --- | --- | --- | --- | --- |',
  ]
  return `${[INTRODUCTION, '', '## Latest full runs', '', ...table, ...rows].join('\n')}\n`
}
