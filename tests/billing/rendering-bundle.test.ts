import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { archiveLayer } from '../../deploy/archive.ts'
import { bundle } from '../../deploy/bundle.ts'
import { endpoints } from '../../functions/billing/api.ts'
import { app } from '../../lib/platform/app/app.ts'
import { root } from '../../local/definitions.ts'
import { TOPIC_SOURCES } from '../../schemas/events/topic-sources.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, gatewayEvent } from '../support/client.ts'
import { ownFolder } from '../support/folder.ts'
import { readPdf } from '../support/pdf.ts'

const readDeployment = async () => parse(await readFile(join(root, 'serverless.yml'), 'utf8'), { logLevel: 'silent' })

test('gets every request to billing that renders, and reminders have the same beside them', async () => {
  const { rendering, everyQuarterHourFollowInvoices: reminding } = (await readDeployment()).functions
  const rendered = TOPIC_SOURCES['document.document.finalized'].flatMap((name) =>
    name in endpoints ? [endpoints[name as keyof typeof endpoints].route.replace(/^[A-Z]+/, 'ANY')] : [],
  )
  expect(rendering.events.map(({ httpApi }: { httpApi: string }) => httpApi)).toEqual(expect.arrayContaining(rendered))
  expect(reminding.layers).toEqual(rendering.layers)
})

test('renders in the deployed function with nothing but its own bundle and the layer', async () => {
  const folder = await ownFolder()
  const { functions, layers } = await readDeployment()
  const { handler } = functions.rendering
  await bundle({ entries: { rendering: handler.replace(/\.handler$/, '.ts') }, outdir: folder })
  const task = join(folder, 'rendering')
  const layer = join(folder, 'layer')
  for (const [name, content] of Object.entries(
    unzipSync(await archiveLayer(root, layers.typesetting.package.patterns)),
  )) {
    await mkdir(dirname(join(layer, name)), { recursive: true })
    await writeFile(join(layer, name), content)
  }

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
    // The cloud unpacks layers below /opt and sets this variable to the packages there.
    env: { ...process.env, NODE_PATH: join(layer, 'nodejs/node_modules') },
  })
  const { statusCode, body } = JSON.parse(stdout)
  expect([statusCode, body]).toEqual([201, expect.any(String)])
  const { fonts, pages } = await readPdf(await app().files.get(JSON.parse(body).storagePath))
  expect([...fonts].map((name) => name.split('-')[0])).toEqual(
    expect.arrayContaining(['NotoSans', 'BIZUDPGothic', 'Vazirmatn']),
  )
  expect(pages[0]).toContain('株式会社お茶の水商店')
})
