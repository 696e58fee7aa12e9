import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Running, startChild } from './child.ts'
import { root } from './definitions.ts'
import { answers, waitFor } from './wait.ts'

const NOISE = [
  /^\s*$/,
  /\(λ: /,
  /^\s*[┌│└]/,
  /^(Function names exposed|Starting Offline|Offline \[|Server ready|Scheduling \[|Successfully invoked)/,
  /^\s*(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|ANY|\*) \//,
  /^× Unhandled Lambda Error/,
  /^Running "serverless"/,
  /^\s*\* \w+: entrepot-/,
]

const serverless = () =>
  join(dirname(createRequire(import.meta.url).resolve('serverless/package.json')), 'bin/serverless.js')

/** The functions behind a gateway, run from their sources. */
export const startApi = async ({
  port,
  lambdaPort,
  env,
  onLine,
}: {
  port: number
  lambdaPort: number
  env: Record<string, string>
  onLine: (line: string) => void
}): Promise<Running & { lambdaUrl: string; gone: Promise<string> }> => {
  const said: string[] = []
  const child = startChild(
    process.execPath,
    [serverless(), 'offline', 'start', '--httpPort', String(port), '--lambdaPort', String(lambdaPort)],
    {
      cwd: root,
      // A developer's own profile must never be what the functions run with.
      env: { ...env, AWS_PROFILE: undefined, AWS_SESSION_TOKEN: undefined, FORCE_COLOR: '0' },
      onLine: (line) => {
        if (NOISE.some((pattern) => pattern.test(line))) return
        said.push(line)
        if (said.length > 5) said.shift()
        onLine(line)
      },
    },
  )
  const gone = child.gone.then((reason) => `${reason} ${said.join('\n')}`)
  const url = `http://127.0.0.1:${port}`
  await waitFor('The API', () => answers(`${url}/api/docs`), { unless: gone })
  return { url, lambdaUrl: `http://127.0.0.1:${lambdaPort}`, gone, stop: () => child.stop() }
}
