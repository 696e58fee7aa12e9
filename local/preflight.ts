import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import type { Port, Settings } from './settings.ts'
import { answers } from './wait.ts'

const OLDEST_JAVA = 17

const java = (): string[] => {
  const { error, stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' })
  const wanted = `DynamoDB Local needs Java ${OLDEST_JAVA} or newer`
  if (error) return [`${wanted}, and there is no \`java\` on the path. Install a JRE, for example Eclipse Temurin.`]
  const [, first = '', second = ''] = /version "(\d+)(?:\.(\d+))?/.exec(stderr) ?? []
  const version = Number(first === '1' ? second : first)
  return version >= OLDEST_JAVA ? [] : [`${wanted}; \`java\` here is version ${version || 'unknown'}.`]
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
    .filter((_, place) => !free[place])
    .map(
      ({ number, purpose, variable }) =>
        `Port ${number}, for ${purpose}, is taken. Free it or set ${variable} to another.`,
    )
}

/** Everything that would keep the stack from starting, each in a sentence that says what to do. */
export const listObstacles = async ({ awsEndpoint, ports }: Settings): Promise<string[]> => {
  if (!awsEndpoint) return [...java(), ...(await listTakenPorts(Object.values(ports)))]
  const unreachable = await answers(awsEndpoint).then(
    () => [],
    () => [
      `Nothing answers at ${awsEndpoint}. Start it with \`docker compose -f localstack.yml up\`, or set AWS_ENDPOINT_URL.`,
    ],
  )
  return [...unreachable, ...(await listTakenPorts([ports.api, ports.lambda, ports.smtp, ports.mail]))]
}
