import { execFile } from 'node:child_process'
import { cp, glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { bundle } from '../../deploy/bundle.ts'
import { endpoints } from '../../functions/billing/api.ts'
import { app } from '../../lib/platform/app/app.ts'
import { root } from '../../local/definitions.ts'
import { TOPIC_SOURCES } from '../../schemas/events/topic-sources.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, gatewayEvent } from '../support/client.ts'
import { ownFolder } from '../support/folder.ts'
import { readPdf } from '../support/pdf.ts'

const readFunctions = async () =>
  parse(await readFile(join(root, 'serverless.yml'), 'utf8'), { logLevel: 'silent' }).functions

test('gets every request to billing that renders, and reminders have the same beside them', async () => {
  const { rendering, everyQuarterHourFollowInvoices: reminding } = await readFunctions()
  const rendered = TOPIC_SOURCES['document.document.finalized'].flatMap((name) =>
    name in endpoints ? [endpoints[name as keyof typeof endpoints].route.replace(/^[A-Z]+/, 'ANY')] : [],
  )
  expect(rendering.events.map(({ httpApi }: { httpApi: string }) => httpApi)).toEqual(expect.arrayContaining(rendered))
  expect(reminding.package.patterns).toEqual(rendering.package.patterns)
})

test('renders in the deployed function with nothing but its own bundle', async () => {
  const folder = await ownFolder()
  const functions = await readFunctions()
  const { handler, package: packed } = functions.rendering
  await bundle({ entries: { rendering: handler.replace(/\.handler$/, '.ts') }, outdir: folder })
  const task = join(folder, 'rendering')
  for await (const name of glob(packed.patterns as string[], { cwd: root }))
    await cp(join(root, name), join(task, name))

  const member = await aMember()
  const partner = await aPartner(member, { name: '株式会社お茶の水商店', locale: 'ar_KW' })
  const { id } = await anInvoice(member, { partnerId: partner.id, issueImmediately: true })
  const headers = { authorization: `Bearer ${member.token}` }
  const event = gatewayEvent('POST', `/api/billing/invoices/${id}/render`, { headers, body: {} })
  const script = `const { handler } = await import(${JSON.stringify(pathToFileURL(join(task, 'index.mjs')).href)})
    const answer = await handler(${JSON.stringify(event)})
    process.stdout.write(JSON.stringify(answer), () => process.exit(0))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: dirname(task),
  })
  const { statusCode, body } = JSON.parse(stdout)
  expect([statusCode, body]).toEqual([201, expect.any(String)])
  const { fonts, pages } = await readPdf(await app().files.get(JSON.parse(body).storagePath))
  expect([...fonts].map((name) => name.split('-')[0])).toEqual(
    expect.arrayContaining(['NotoSans', 'NotoSansJP', 'Vazirmatn']),
  )
  expect(pages[0]).toContain('株式会社お茶の水商店')
})
