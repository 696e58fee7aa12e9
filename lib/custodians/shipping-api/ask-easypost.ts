import type { PacedAnswer, PacedRequest } from '../../platform/outbound/paced-http.ts'
import { CustodianError, type CustodianSystem } from '../custodian-connector.ts'
import { requireCredential } from '../vendor/credential.ts'
import { openHttp } from '../vendor/custodian-http.ts'

export const NAME = 'EasyPost'
const API_URL = 'https://api.easypost.com/v2'

const STYLE = { name: NAME, pace: { burst: 5, perSecond: 5 } }

type Call = Pick<PacedRequest, 'method' | 'json' | 'isRepeatable'>

const checkVendor = ({ credentials }: CustodianSystem) => {
  const holds = 'it names the service that sells the labels, which is easypost'
  if (requireCredential(credentials, 'integrationId', holds).toLowerCase() !== 'easypost')
    throw new CustodianError('INVALID_CONFIG', `The credential integrationId is wrong: ${holds}.`)
}

/** Returns the carrier account whose prices count; undefined if all of them do. */
export const readCarrierAccount = ({ credentials }: CustodianSystem): string | undefined => {
  const holds = 'it holds the id of the carrier account to buy labels from, which starts with ca_, or the word any'
  const account = requireCredential(credentials, 'publicKey', holds)
  if (account.toLowerCase() === 'any') return undefined
  if (!account.startsWith('ca_'))
    throw new CustodianError('INVALID_CONFIG', `The credential publicKey is wrong: ${holds}.`)
  return account
}

/** Sends a request to EasyPost and returns its answer, whatever its status. */
export const askEasyPost = (system: CustodianSystem, path: string, call: Call = {}): Promise<PacedAnswer> => {
  checkVendor(system)
  const key = requireCredential(system.credentials, 'secretKey', 'it holds an API key of EasyPost')
  return openHttp(system, STYLE).send({
    ...call,
    url: `${system.apiUrl ?? API_URL}${path}`,
    headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
  })
}
