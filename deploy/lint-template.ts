import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages } from '../local/install-packages.ts'

// Packages the platform and checks the template with cfn-lint and checkov. Both are Python tools: pip install cfn-lint checkov

/** Checks of checkov that do not hold for this template, with the reason. */
const WAIVED: Readonly<Record<string, string>> = {
  CKV_AWS_18: 'Access to files goes through functions, whose logs name each request.',
  CKV_AWS_21: 'Files are written once under an id of their own and never replaced.',
  CKV_AWS_27: 'Queues are encrypted with the key of SQS, because messages contain ids and no data.',
  CKV_AWS_33: 'The statement for everybody holds for callers of this account through DynamoDB only.',
  CKV_AWS_115:
    'Functions share the concurrency of the account, so that one busy module can use what others do not need.',
  CKV_AWS_116:
    'Functions behind the API are called synchronously; workers have the dead-letter queues of their sources.',
  CKV_AWS_117:
    'Functions reach only services of AWS and the internet; a private network would add nothing but its price.',
  CKV_AWS_158: 'Logs contain ids and codes, no personal data and no secrets.',
  CKV_AWS_173: 'Environments contain no secrets in plain text: those of providers are sealed under the key.',
}

const folder = mkdtempSync(join(tmpdir(), 'entrepot-template-'))
const template = join(folder, 'cloudformation-template-update-stack.json')

const run = (command: string, args: readonly string[]): boolean => {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    process.stderr.write(`${command} is not on the path. Install it with: pip install ${command}\n`)
  return status === 0
}

try {
  const serverless = join(installPackages('deploy/framework'), 'serverless/bin/serverless.js')
  const checks = [
    () => run(process.execPath, [serverless, 'package', '--package', folder]),
    () => run('cfn-lint', ['--template', template]),
    () =>
      run('checkov', [
        ...['--file', template, '--framework', 'cloudformation', '--compact', '--quiet'],
        ...['--skip-check', Object.keys(WAIVED).join(',')],
      ]),
  ]
  process.exitCode = checks.every((check) => check()) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
