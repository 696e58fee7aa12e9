import { relative } from 'node:path'
import { styleText } from 'node:util'
import type { Settings } from './settings.ts'

export interface Demo {
  email: string
  password: string
  tenant: string
  tenantId: string
}

const paint = (style: Parameters<typeof styleText>[0], text: string) =>
  styleText(style, text, { stream: process.stdout })

const COLUMN = 12

/** Renders the addresses and the demo sign-in that `npm start` prints when everything is ready. */
export const renderBanner = (
  { awsEndpoint, dataDir, definitions, environment, isOffline, ports, table }: Settings,
  demo: Demo | undefined,
  seconds: number,
) => {
  const api = environment.PUBLIC_URL ?? ''
  const row = (name: string, value: string, note = '') =>
    `  ${name.padEnd(COLUMN)} ${paint('cyan', value.padEnd(34))} ${paint('dim', note)}`.trimEnd()
  const shorten = (path: string) => {
    const shown = relative(process.cwd(), path)
    return shown.startsWith('..') ? path : shown || path
  }
  const tableName = definitions.environment.TABLE_NAME
  const tableRow = () => {
    if (awsEndpoint) return row('AWS', awsEndpoint, `table ${tableName}`)
    if (table.kind === 'embedded')
      return row('Table', shorten(`${environment.LOCAL_TABLES}/${tableName}.db`), `embedded, because ${table.because}`)
    const url = `http://localhost:${ports.dynamodb.number}`
    return row('Database', url, `table ${tableName} in DynamoDB Local, because ${table.because}`)
  }
  const reloading = isOffline
    ? 'serverless-offline runs the functions. Start it again after a change of the sources.'
    : 'Changed sources are reloaded.'
  const signIn = demo
    ? [
        '',
        `  Sign in to the demo tenant ${paint('bold', demo.tenant)} with ${demo.email} and ${demo.password}, on the page or with curl:`,
        `    curl -s ${api}/api/v1/iam/auth/login -H 'content-type: application/json' \\`,
        `      -d '${JSON.stringify({ email: demo.email, password: demo.password })}'`,
      ]
    : []
  return [
    '',
    `  ${paint(['bold', 'green'], 'Entrepot is running')} ${paint('dim', `after ${seconds.toFixed(1)} s`)}`,
    '',
    row('API', api),
    row('Reference', `${api}/api/docs`, 'read and try every operation'),
    row('Sign in', `${api}/sign-in`, 'the pages that links in mails open'),
    row('Mails', `http://localhost:${ports.mail.number}`, 'every mail and text message that was sent'),
    row(
      'Providers',
      `http://localhost:${ports.providers.number}`,
      'stand-ins for the custodian wizard and for signing in',
    ),
    tableRow(),
    row('Data', shorten(dataDir), 'kept between starts; npm run reset deletes it'),
    ...signIn,
    '',
    `  ${paint('dim', `${reloading} Press Ctrl-C to stop everything.`)}`,
    '',
  ].join('\n')
}
