import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import type { Port, Settings } from './settings.ts'
import { answers } from './wait.ts'

const MIN_JAVA_VERSION = 17

const checkJava = (): string[] => {
  const { error, stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' })
  const wanted = `DynamoDB Local needs Java ${MIN_JAVA_VERSION} or newer`
  if (error) return [`${wanted}, and \`java\` is not on the path. Install a JRE, for example Eclipse Temurin.`]
  const [, first = '', second = ''] = /version "(\d+)(?:\.(\d+))?/.exec(stderr) ?? []
  const version = Number(first === '1' ? second : first)
  return version >= MIN_JAVA_VERSION ? [] : [`${wanted}. The \`java\` on the path has version ${version || 'unknown'}.`]
}

const isFree = ({ number }: Port) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(number, '127.0.0.1', () => server.close(() => resolve(true)))
  })

const listTakenPorts = async (ports: Port[]) => {
  const free = await Promise.all(ports.map(isFree))
  return ports
    .filter((_, i) => !free[i])
    .map(
      ({ number, purpose, variable }) =>
        `Port ${number}, for ${purpose}, is in use. Free it, or set ${variable} to another port.`,
    )
}

/** Lists everything that prevents the stack from starting, each in a sentence that says what to do. */
export const listObstacles = async ({ awsEndpoint, ports }: Settings): Promise<string[]> => {
  if (!awsEndpoint) return [...checkJava(), ...(await listTakenPorts(Object.values(ports)))]
  const unreachable = await answers(awsEndpoint).then(
    () => [],
    () => [
      `Nothing answers at ${awsEndpoint}. Start it with \`docker compose -f localstack.yml up\`, or set AWS_ENDPOINT_URL.`,
    ],
  )
  return [...unreachable, ...(await listTakenPorts([ports.api, ports.lambda, ports.smtp, ports.mail]))]
}
