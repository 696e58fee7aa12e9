import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '../../local/wait.ts'
import { ownStack, start } from '../support/stack-setup.ts'
import { judgeReport, type Report } from './judge-report.ts'

// `npm run judge:schemathesis` tries the demo tenant of a started stack with schemathesis, a Python tool that sends the
// examples of the description, values at the bounds of its schemas, and sequences of requests along its links. Install it
// with `pip install schemathesis`, or name the program in SCHEMATHESIS. Arguments are passed on: --phases examples

const PROGRAM = process.env.SCHEMATHESIS ?? 'schemathesis'
const MOST = '1000000000'

/** Operations after which the demo member would be somebody else or nobody, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  changePassword: 'The member could not sign in again.',
  deleteOwnAccount: 'The member would be gone.',
  endSession: 'Its example is the session of the requests.',
  leaveTenant: 'The tenant would be out of reach.',
  logoutEverywhere: 'The token of the next requests would be refused.',
  transferOwnership: 'The member would lose its scopes.',
}

// A key or a revision may be one of an earlier request, which no schema can know.
const CONFIG = `[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", "401", "403", "404", "409", "412", "422", "429", "5xx"]

[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "412", "413", "415", "422", "429", "5xx"]
`

const isInstalled = () => spawnSync(PROGRAM, ['--version']).status === 0

const judge = async (api: string, folder: string): Promise<ReturnType<typeof judgeReport>> => {
  const description = await (await fetch(`${api}/api/docs/openapi.json`)).text()
  await writeFile(join(folder, 'openapi.json'), description)
  await writeFile(join(folder, 'schemathesis.toml'), CONFIG)
  const report = join(folder, 'events.ndjson')
  const { status, signal } = spawnSync(
    PROGRAM,
    [
      ...['run', 'openapi.json', '--url', api, '--workers', '1', '--max-redirects', '0', '--request-timeout', '60'],
      ...['--phases', 'examples,coverage,stateful', '--max-examples', '20', '--suppress-health-check', 'all'],
      ...['--continue-on-failure', '--report', 'ndjson', '--report-ndjson-path', report],
      ...Object.keys(LEFT_OUT).flatMap((id) => ['--exclude-operation-id', id]),
      ...process.argv.slice(2),
    ],
    {
      cwd: folder,
      stdio: 'inherit',
      env: {
        ...process.env,
        PYTHONPATH: import.meta.dirname,
        PYTHONDONTWRITEBYTECODE: '1',
        SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
        JUDGED_API: api,
        JUDGED_EMAIL: 'demo@entrepot.example',
        JUDGED_PASSWORD: 'demo-password',
      },
    },
  )
  if (signal || (status !== 0 && status !== 1)) throw new Error(`schemathesis ended with ${signal ?? status}.`)
  return judgeReport(
    (await readFile(report, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Report),
  )
}

if (!isInstalled()) {
  process.stderr.write('schemathesis is not on the path. Install it with: pip install schemathesis\n')
  process.exit(1)
}
const folder = await mkdtemp(join(tmpdir(), 'entrepot-schemathesis-'))
const own = await ownStack()
const limits = { RATE_LIMIT_IDENTITY: MOST, RATE_LIMIT_AUTH: MOST, RATE_LIMIT_IP: MOST, RATE_LIMIT_WEBHOOK: MOST }
const { child, ready, ended, said } = start({ ...own.env, ...limits, DEMO_TENANT: undefined })
try {
  await ready
  await waitFor('The demo tenant', async () => said().includes('The demo tenant has'), { seconds: 900 })
  const judged = await judge(`http://127.0.0.1:${own.ports.api}`, folder)
  const { findings, rejected, explained, valid, refused, refusedByRules } = judged
  const list = (title: string, lines: readonly string[]) => process.stdout.write(`\n${title}\n${lines.join('\n')}\n`)
  const share = (count: number) =>
    `${count} of ${valid} valid requests (${((100 * count) / (valid || 1)).toFixed(2)} %)`
  list(
    'Operations that were not tried',
    Object.entries(LEFT_OUT).map(([id, why]) => `${id}: ${why}`),
  )
  list(`Findings: ${findings.length}`, findings)
  list(`Refused by a rule that no schema states: ${share(refusedByRules)}`, explained)
  list(`Refused otherwise: ${share(refused)}`, rejected)
  if (findings.length) process.exitCode = 1
} finally {
  child.kill('SIGTERM')
  await ended
  for (const each of [folder, own.dataDir]) await rm(each, { recursive: true, force: true })
}
