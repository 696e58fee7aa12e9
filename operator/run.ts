import { parseArgs } from 'node:util'
import { readDefinitions } from '../local/definitions.ts'
import { readSettings } from '../local/settings.ts'

const USAGE = `
  npm run operator -- [--stage <stage> | --localstack] <command>

  satellite add <name> <redirect uri>…    registers a satellite; tells its secret, this once
  satellite secret <name>                 a new secret for it
  satellite list
  satellite remove <name>
  template set <topic> <channel> [<locale>]    reads {"subject", "body", "html"}: what tenants without a template have
  template list
  template remove <topic> <channel> [<locale>]
  delivery failed <tenant>                what was given up, and why; "platform" for what is of no tenant
  delivery retry <tenant> [<delivery>…]   has it tried again, all of it unless some are named
  queue replay                            puts the messages of the dead-letter queues back
  secret seal <variable>                  reads a secret; tells what to set the environment variable to

  Without a stage it works on the stack that npm start runs; with one, in the cloud with the credentials of the environment.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { stage: { type: 'string' }, localstack: { type: 'boolean', default: false } },
})
const environmentOf = (stage: string) => {
  const { environment, region } = readDefinitions({ stage })
  return { ...environment, AWS_REGION: region }
}
Object.assign(
  process.env,
  values.stage ? environmentOf(values.stage) : readSettings({ localstack: values.localstack }).environment,
)

// Not before the environment is set: the application reads it once.
const { commands } = await import('./commands.ts')
const [noun, verb, ...rest] = positionals
const command = commands[`${noun} ${verb}`]
if (!command) {
  console.error(USAGE)
  process.exit(1)
}
try {
  console.log(await command(rest))
} catch (error) {
  const { message, violations = [] } = error as Error & { violations?: { propertyPath: string; message: string }[] }
  console.error([message, ...violations.map((each) => `${each.propertyPath} ${each.message}`)].join('\n'))
  process.exitCode = 1
}
