import { describe, expect, it, onTestFinished } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { parseId } from '../../lib/platform/id.ts'
import { openDeploymentSecret, sealDeploymentSecret } from '../../lib/platform/vault/deployment-secret.ts'
import { AMAZON } from '../../local/providers/amazon.ts'
import { BOL } from '../../local/providers/bol.ts'
import { readState } from '../generated/state.ts'
import { aMember } from '../support/client.ts'
import {
  ALL_PROVIDERS,
  aConnectedCustodian,
  begin,
  brought,
  finish,
  resources,
  wizardWorld,
} from '../support/oauth-provider.ts'

process.env.LOG_LEVEL = 'DEBUG'

const { providers, app } = await wizardWorld()

/** Captures the output of the process while the test runs. */
const output = () => {
  const lines: string[] = []
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }))
  for (const { stream } of streams)
    stream.write = (chunk: unknown) => {
      lines.push(String(chunk))
      return true
    }
  onTestFinished(() => {
    for (const { stream, write } of streams) stream.write = write
  })
  return lines
}

describe('the data of the wizard', () => {
  it('never appears in plain text, neither in a response, a log line nor the table', async () => {
    const member = await aMember()
    const said = output()
    const answers: string[] = []
    for (const name of ALL_PROVIDERS) {
      const begun = await begin(member, name)
      const body = await brought(begun)
      answers.push((await finish(member, begun, body)).text)
      answers.push((await resources(member, name, begun.custodianId)).text)
      answers.push((await member.get(`/api/warehousing/custodians/${begun.custodianId}`)).text)
      const again = await begin(member, name, begun.custodianId)
      const wrong = { ...body, state: again.state, credentials: { ...BOL, clientSecret: 'another-canary' } }
      answers.push(
        (await finish(member, again, name === 'retailer_fbb' ? wrong : { ...body, state: again.state })).text,
      )
      const failing = await begin(member, name, begun.custodianId)
      providers.instead = (_, response) => Boolean(response.writeHead(500).end())
      answers.push((await finish(member, failing, { ...body, state: failing.state })).text)
      providers.instead = undefined
    }
    for (const code of ['provider_failed', 'refused']) expect(said.join()).toContain(`warehousing.wizard.${code}`)
    const forms = providers.asked.flatMap(({ method, body, headers }) => [
      ...(method === 'POST' ? [...new URLSearchParams(body)].filter(([name]) => /secret|code|token/.test(name)) : []),
      ...Object.entries(headers).filter(([name]) => /authorization|x-amz-access-token/.test(name)),
    ])
    const secrets = new Set([
      ...forms.map(([, value]) => String(value).replace(/^(Bearer|Basic) /, '')),
      ...Object.values(BOL),
    ])
    secrets.delete('local-retailer')
    for (const name of ['authorization_code', 'client_credentials']) secrets.delete(name)
    expect(secrets.size).toBeGreaterThan(6)
    const stored = JSON.stringify(await readState('#'))
    expect(stored).toContain('sealedTokens')
    for (const secret of secrets) {
      const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1)
      for (const spelling of [secret, base64]) expect(answers.join() + said.join() + stored).not.toContain(spelling)
    }
  })

  it('is deleted from the table when the custodian is disconnected', async () => {
    const member = await aMember()
    const { id } = await aConnectedCustodian(member, 'fba_marketplace')
    // The audit trail names the fields that changed, without their values.
    const kept = async () =>
      (await readState(member.tenant)).filter(
        (item) => /sealed/.test(JSON.stringify(item)) && !(item as { pk: string }).pk.includes('#audit'),
      )
    expect((await kept()).map((item) => (item as { sk: string }).sk)).toContain(parseId(id))
    await member.post(`/api/warehousing/custodians/${id}/disconnect`)
    const left = (await kept()).filter((item) => !JSON.stringify(item).includes('"sealedConnection":null'))
    expect(left).toEqual([])
  })
})

describe("the deployment's client secret", () => {
  it('may be encrypted in the configuration, for its own variable only', async () => {
    const clientSecret = await sealDeploymentSecret(app.vault, 'FBA_MARKETPLACE_CLIENT_SECRET', AMAZON.clientSecret)
    expect(clientSecret).not.toContain(AMAZON.clientSecret)
    const { custodianProviders } = app.config
    const fba = { ...custodianProviders.fba_marketplace, clientSecret }
    useApp({ ...app, config: { ...app.config, custodianProviders: { ...custodianProviders, fba_marketplace: fba } } })
    const connected = await aConnectedCustodian(await aMember(), 'fba_marketplace')
    expect(connected).toMatchObject({ connectionConfigured: true })
    await expect(openDeploymentSecret(app.vault, 'FREIGHT_PLATFORM_CLIENT_SECRET', clientSecret)).rejects.toThrow()
  })
})
