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

/** A mail as it is stored, with the content of attachments in base64. */
export type StoredMail = Omit<Mail, 'attachments'> & { attachments: (Attachment & { content: string })[] }

const MAX_MAILS = 1000

export interface MailStore {
  add: (mail: Omit<StoredMail, 'id'>) => Promise<void>
  /** Newest first. */
  list: () => StoredMail[]
  find: (id: string) => StoredMail | undefined
  clear: () => Promise<void>
}

const buildPath = (dataDir: string, id: string) => join(dataDir, `${id}.json`)

const readAll = async (dataDir: string) => {
  await mkdir(dataDir, { recursive: true })
  const names = (await readdir(dataDir)).filter((name) => name.endsWith('.json')).sort()
  return await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(dataDir, name), 'utf8')) as StoredMail),
  )
}

/** Opens a store of the last thousand mails, one file each, or in memory without a folder. */
export const openMailStore = async (dataDir?: string): Promise<MailStore> => {
  const mails = dataDir ? await readAll(dataDir) : []
  let count = Number(mails.at(-1)?.id ?? 0)
  const remove = async (gone: StoredMail[]) => {
    if (dataDir) await Promise.all(gone.map(({ id }) => rm(buildPath(dataDir, id), { force: true })))
  }
  return {
    async add(received) {
      count += 1
      const mail = { id: String(count).padStart(8, '0'), ...received }
      if (dataDir) await writeFile(buildPath(dataDir, mail.id), JSON.stringify(mail))
      mails.push(mail)
      if (mails.length > MAX_MAILS) await remove(mails.splice(0, mails.length - MAX_MAILS))
    },
    list: () => mails.toReversed(),
    find: (wanted) => mails.find(({ id }) => id === wanted),
    clear: () => remove(mails.splice(0)),
  }
}
