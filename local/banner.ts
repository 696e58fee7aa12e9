import { relative } from 'node:path'
import { styleText } from 'node:util'
import type { Settings } from './settings.ts'

export interface Demo {
  email: string
  password: string
  tenant: string
}

const paint = (style: Parameters<typeof styleText>[0], text: string) =>
  styleText(style, text, { stream: process.stdout })

const COLUMN = 12

/** What one needs to know once everything runs. */
export const renderBanner = (
  { awsEndpoint, dataDir, definitions, environment, ports }: Settings,
  demo: Demo | undefined,
  seconds: number,
) => {
  const api = environment.PUBLIC_URL ?? ''
  const row = (name: string, value: string, note = '') =>
    `  ${name.padEnd(COLUMN)} ${paint('cyan', value.padEnd(34))} ${paint('dim', note)}`.trimEnd()
  const database = awsEndpoint ?? `http://localhost:${ports.dynamodb.number}`
  const signIn = demo
    ? [
        '',
        `  Sign in to the demo tenant ${paint('bold', demo.tenant)}`,
        `    curl -s ${api}/api/v1/iam/auth/login -H 'content-type: application/json' \\`,
        `      -d '${JSON.stringify({ email: demo.email, password: demo.password })}'`,
      ]
    : []
  return [
    '',
    `  ${paint(['bold', 'green'], 'Entrepot is running')} ${paint('dim', `after ${seconds.toFixed(1)} s`)}`,
    '',
    row('API', api),
    row('Reference', `${api}/api/docs`, 'every operation, to read and to try'),
    row('Mails', `http://localhost:${ports.mail.number}`, 'all that the platform sends, text messages too'),
    row(
      'Providers',
      `http://localhost:${ports.providers.number}`,
      'what the custodian wizard connects with, and /sign-in',
    ),
    row(awsEndpoint ? 'AWS' : 'Database', database, `table ${definitions.environment.TABLE_NAME}`),
    row('Data', relative(process.cwd(), dataDir) || dataDir, 'kept between starts; npm run reset empties it'),
    ...signIn,
    '',
    `  ${paint('dim', 'A saved source is served a moment later. Ctrl-C stops everything.')}`,
    '',
  ].join('\n')
}
