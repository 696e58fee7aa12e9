import { createServer } from 'node:net'
import type { Port, Settings } from './settings.ts'
import { answers } from './wait.ts'

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
export const listObstacles = async ({ awsEndpoint, table, ports }: Settings): Promise<string[]> => {
  if (!awsEndpoint) {
    const { dynamodb, ...others } = ports
    const needed = table.kind === 'embedded' ? Object.values(others) : [dynamodb, ...Object.values(others)]
    const lacking = table.lacks
      ? [`${table.because}, but ${table.lacks}. Install a JRE, for example Eclipse Temurin, or set TABLE=embedded.`]
      : []
    return [...lacking, ...(await listTakenPorts(needed))]
  }
  const unreachable = await answers(awsEndpoint).then(
    () => [],
    () => [
      `Nothing answers at ${awsEndpoint}. Start it with \`docker compose -f localstack.yml up\`, or set AWS_ENDPOINT_URL.`,
    ],
  )
  return [...unreachable, ...(await listTakenPorts([ports.api, ports.lambda, ports.smtp, ports.mail]))]
}
