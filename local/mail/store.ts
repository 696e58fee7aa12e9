import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Attachment {
  filename: string
  contentType: string
  size: number
}

export interface Mail {
  id: string
  receivedAt: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  attachments: Attachment[]
}

/** A mail with the attachments' content, base64, as it is kept. */
export type KeptMail = Omit<Mail, 'attachments'> & { attachments: (Attachment & { content: string })[] }

const MAX_MAILS = 1000

export interface MailStore {
  add: (mail: Omit<KeptMail, 'id'>) => Promise<void>
  /** Newest first. */
  list: () => KeptMail[]
  find: (id: string) => KeptMail | undefined
  clear: () => Promise<void>
}

const fileOf = (dataDir: string, id: string) => join(dataDir, `${id}.json`)

const readAll = async (dataDir: string) => {
  await mkdir(dataDir, { recursive: true })
  const names = (await readdir(dataDir)).filter((name) => name.endsWith('.json')).sort()
  return await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(dataDir, name), 'utf8')) as KeptMail),
  )
}

/** The last thousand mails, one file each; without a folder they live in memory. */
export const openMailStore = async (dataDir?: string): Promise<MailStore> => {
  const mails = dataDir ? await readAll(dataDir) : []
  let count = Number(mails.at(-1)?.id ?? 0)
  const remove = async (gone: KeptMail[]) => {
    if (dataDir) await Promise.all(gone.map(({ id }) => rm(fileOf(dataDir, id), { force: true })))
  }
  return {
    async add(received) {
      count += 1
      const mail = { id: String(count).padStart(8, '0'), ...received }
      if (dataDir) await writeFile(fileOf(dataDir, mail.id), JSON.stringify(mail))
      mails.push(mail)
      if (mails.length > MAX_MAILS) await remove(mails.splice(0, mails.length - MAX_MAILS))
    },
    list: () => mails.toReversed(),
    find: (wanted) => mails.find(({ id }) => id === wanted),
    clear: () => remove(mails.splice(0)),
  }
}
