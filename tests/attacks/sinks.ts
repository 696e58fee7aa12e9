import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { type App, app, useApp } from '../../lib/platform/app/app.ts'
import type { Received } from '../support/client.ts'
import { scanTable } from '../support/test-table.ts'

/** Returns the spellings in which a text of letters and digits could be found again. */
export const listSpellings = (text: string): string[] => {
  const bytes = Buffer.from(text)
  // Base64 has three forms of a text, by the place at which it begins; the signs at both ends depend on what is beside it.
  const encoded = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '')
      .slice(before ? 4 : 0, -2),
  )
  return [text, text.toUpperCase(), bytes.toString('hex'), [...text].reverse().join(''), ...encoded]
}

/** Writes a value as JSON with its bytes as text, so that what they hold is found too. */
const toText = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, name, given) {
    // A buffer has become a list of numbers already.
    const own = this[name]
    return own instanceof Uint8Array ? Buffer.from(own).toString('latin1') : given
  })

/** Collects what leaves the platform or is stored by it, by the name of the sink. */
export const watchSinks = () => {
  const before = app()
  const texts: [sink: string, text: string][] = []
  const add = (sink: string, value: unknown) =>
    void texts.push([sink, typeof value === 'string' ? value : toText(value)])

  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write.bind(stream) }))
  for (const { stream } of streams)
    stream.write = ((text: string | Uint8Array) => {
      add('log', Buffer.from(text as string).toString('latin1'))
      return true
    }) as typeof stream.write
  const methods = ['log', 'debug', 'info', 'warn', 'error'] as const
  const { console: terminal } = globalThis
  const spoken = methods.map((name) => [name, terminal[name]] as const)
  for (const name of methods) terminal[name] = (...given: unknown[]) => add('log', given.map(String).join(' '))

  const { queues, mail, sms } = before
  /** Lets a port do what it does, and adds what it is given to a sink. */
  const watch =
    <G extends unknown[], R>(sink: string, work: (...given: G) => R) =>
    (...given: G): R => {
      add(sink, given)
      return work(...given)
    }
  const watched: App = {
    ...before,
    queues: { send: watch('message', queues.send) },
    mail: { send: watch('mail', mail.send) },
    sms: { send: watch('text message', sms.send) },
  }
  useApp(watched)

  const readTable = async () => {
    for (const item of await scanTable(before.config.table)) texts.push(['item', toText(item)])
  }
  const readFiles = async () => {
    const client = new S3Client({})
    const Bucket = before.config.filesBucket
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
    for (const { Key = '' } of Contents) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
      add('file', `${Key} ${Buffer.from((await Body?.transformToByteArray()) ?? []).toString('latin1')}`)
    }
  }

  return {
    answered: ({ text, headers }: Received) => add('answer', `${text} ${JSON.stringify(headers)}`),
    /** Reads the table and the files, and returns the sinks in which a text is found in any spelling. */
    async read() {
      await readTable()
      await readFiles()
    },
    find: (text: string): string[] => {
      const spellings = listSpellings(text)
      const found = texts.filter(([, each]) => spellings.some((spelling) => each.includes(spelling)))
      return [...new Set(found.map(([sink, each]) => `${sink}: ${each.slice(0, 200)}`))]
    },
    stop: () => {
      for (const { stream, write } of streams) stream.write = write
      for (const [name, method] of spoken) terminal[name] = method
      useApp(before)
    },
  }
}
