import { parseArgs } from 'node:util'
import { readDefinitions } from '../local/definitions.ts'
import { findLockHolder } from '../local/lock.ts'
import { readOrExit } from '../local/read-or-exit.ts'
import { readDataFolder, readSettings } from '../local/settings.ts'
import { keepTablesOf } from '../local/table/keep-tables.ts'

const USAGE = `
  npm run operator -- [--stage <stage> | --localstack] <command>

  satellite add <name> <redirect uri>…          registers a satellite and prints its secret, only this once
  satellite secret <name>                       replaces the secret of a satellite and prints it
  satellite list                                lists satellites and their redirect URIs
  satellite remove <name>                       removes a satellite
  mfa reset <e-mail address> <note>             removes all second factors of a person who lost them, and mails the person
  template set <topic> <channel> [<locale>] [digest]
                                                saves the platform's template, {"subject", "body", "html"} from standard input;
                                                "digest" names the template of the topic's digests
  template list                                 lists the platform's templates
  template remove <topic> <channel> [<locale>] [digest]
                                                removes a template of the platform
  delivery failed <tenant>                      lists failed deliveries with the reason; "platform" for those without a tenant
  delivery retry <tenant> [<delivery>…]         sends failed deliveries again, all of them unless you name some
  queue replay                                  puts the messages of the dead-letter queues back
  stock verify <tenant>                         proves stock from its movements and lists what differs; changes nothing
  audit verify [<tenant>]                       proves that nobody changed the audit trail and lists what differs; changes nothing
  secret seal <variable>                        encrypts a secret from standard input and prints the variable's value

  Without a stage, commands work on the stack of npm start. With a stage, they work in the cloud with the credentials of
  the environment.
`

const { values, positionals } = readOrExit(() =>
  parseArgs({
    allowPositionals: true,
    options: { stage: { type: 'string' }, localstack: { type: 'boolean', default: false } },
  }),
)
const readEnvironment = (stage: string) => {
  const { environment, region } = readDefinitions({ stage })
  return { ...environment, AWS_REGION: region }
}
/** Reads the environment of the stack on this machine; the table is where the running stack has it. */
const readLocal = () => {
  const { localstack } = values
  const running = findLockHolder(readDataFolder())
  const TABLE = localstack ? undefined : (running?.table ?? process.env.TABLE)
  return readSettings({ localstack, env: { ...process.env, TABLE } }).environment
}
Object.assign(
  process.env,
  readOrExit(() => (values.stage ? readEnvironment(values.stage) : readLocal())),
)
keepTablesOf(process.env)

// Imported after the environment is set, because the application reads it once.
const { commands } = await import('./commands.ts')
const [noun, verb, ...rest] = positionals
const command = commands[`${noun} ${verb}`]
if (!command) {
  if (noun) console.error(`\n  There is no command "${[noun, verb].filter(Boolean).join(' ')}".`)
  console.error(USAGE)
  process.exit(1)
}
try {
  console.log(await command(rest))
} catch (error) {
  const { message, violations = [] } = error as Error & { violations?: { propertyPath: string; message: string }[] }
  console.error([message, ...violations.map((each) => `${each.propertyPath || '""'} ${each.message}`)].join('\n'))
  process.exitCode = 1
}
