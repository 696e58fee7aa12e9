import { PublishCommand, SNSClient } from '@aws-sdk/client-sns'
import { createTransport } from 'nodemailer'
import { afterEach, describe, expect, test } from 'vitest'
import { startMail } from '../../local/mail/catcher.ts'
import { SNS_PATH } from '../../local/mail/sns.ts'
import type { Mail } from '../../local/mail/store.ts'
import { ownFolder } from '../support/folder.ts'

type Catcher = Awaited<ReturnType<typeof startMail>>

let catcher: Catcher | undefined

afterEach(async () => {
  await catcher?.stop()
  catcher = undefined
})

const started = async (dataDir: string) => {
  catcher = await startMail({ smtpPort: 0, pagePort: 0, dataDir })
  return catcher
}
const sent = (to: Catcher, mail: object) =>
  createTransport(to.smtpUrl).sendMail({ from: 'Shop <shop@example.test>', text: 'Hello', ...mail })
const listed = async ({ url }: Catcher, query = '') => (await (await fetch(`${url}/messages${query}`)).json()) as Mail[]

describe('the mail catcher', () => {
  test('replaces SNS for telephone numbers and shows text messages', async () => {
    const mails = await started(await ownFolder())
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
    const sns = new SNSClient({ endpoint: `${mails.url}${SNS_PATH}`, region: 'eu-central-1', credentials })
    await sns.send(new PublishCommand({ PhoneNumber: '+4930901820', Message: 'Grüße & more' }))
    expect(await listed(mails, '?to=%2B4930901820')).toMatchObject([{ text: 'Grüße & more', to: ['+4930901820'] }])
    const wrong = sns.send(new PublishCommand({ PhoneNumber: '030 901820', Message: 'Hello' }))
    await expect(wrong).rejects.toMatchObject({ name: 'InvalidParameterException' })
    const topic = sns.send(new PublishCommand({ TopicArn: 'arn:aws:sns:eu-central-1:1:topic', Message: 'Hello' }))
    await expect(topic).rejects.toThrow()
    expect(await listed(mails)).toHaveLength(1)
  })

  test('lists sent mails, newest first', async () => {
    const mails = await started(await ownFolder())
    await sent(mails, { to: 'one@example.test', subject: 'Größe', html: '<p>Hallo</p>' })
    await sent(mails, { to: ['two@example.test'], bcc: 'three@example.test', subject: 'Second' })
    const [second, first] = await listed(mails)
    expect(first).toMatchObject({
      from: 'shop@example.test',
      to: ['one@example.test'],
      subject: 'Größe',
      text: 'Hello\n',
      html: '<p>Hallo</p>\n',
      attachments: [],
    })
    expect(second).toMatchObject({ subject: 'Second', to: ['two@example.test', 'three@example.test'] })
    expect(await listed(mails, '?to=one@example.test')).toHaveLength(1)
  })

  test('returns an attachment byte for byte', async () => {
    const mails = await started(await ownFolder())
    const content = Buffer.from([0, 255, 37, 80, 68, 70])
    await sent(mails, { to: 'a@example.test', attachments: [{ filename: 'invoice.pdf', content }] })
    const [mail] = await listed(mails)
    expect(mail?.attachments).toEqual([{ filename: 'invoice.pdf', contentType: 'application/pdf', size: 6 }])
    const response = await fetch(`${mails.url}/messages/${mail?.id}/attachments/0`)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content)
  })

  test('keeps mails across a restart until they are deleted', async () => {
    const dataDir = await ownFolder()
    const before = await started(dataDir)
    await sent(before, { to: 'a@example.test', subject: 'Kept' })
    await before.stop()
    const after = await started(dataDir)
    expect((await listed(after)).map(({ subject }) => subject)).toEqual(['Kept'])
    await fetch(`${after.url}/messages`, { method: 'DELETE' })
    await after.stop()
    expect(await listed(await started(dataDir))).toEqual([])
  })

  test('answers 404 for an unknown mail', async () => {
    const { url } = await started(await ownFolder())
    expect((await fetch(`${url}/messages/00000009`)).status).toBe(404)
  })
})
