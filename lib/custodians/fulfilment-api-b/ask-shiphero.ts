import { listErrorCodes } from '../../connectors/graphql.ts'
import { isInteger, parseObject, readText } from '../../connectors/reading.ts'
import type { PacedAnswer } from '../../platform/outbound/paced-http.ts'
import { CustodianError, type CustodianSystem } from '../custodian-connector.ts'
import { requireCredential } from '../vendor/credential.ts'
import { openHttp, requireJson } from '../vendor/custodian-http.ts'
import { buildUnreadableError, listObjects } from '../vendor/remote.ts'
import { getAccessToken, NAME } from './session.ts'

const API_URL = 'https://public-api.shiphero.com'
/** The code of an operation that costs more credits than are left. */
const NO_CREDITS = 30
const CREDITS_PER_SECOND = 60
const MAX_CREDIT_SECONDS = 70

const STYLE = { name: NAME, pace: { burst: 20, perSecond: 20 } }

/** The id of the account whose orders are placed; a warehouse company's token acts for its customer. */
export const requireAccountId = ({ credentials }: CustodianSystem): string =>
  requireCredential(credentials, 'accountId', 'it holds the id of the ShipHero account whose orders are placed')

/** Returns the seconds until there are enough credits again; undefined if credits are not what lacks. */
const readCreditWait = ({ json }: PacedAnswer): number | undefined => {
  const error = listObjects(parseObject(json).errors).find(
    ({ code }) => code === NO_CREDITS || code === `${NO_CREDITS}`,
  )
  if (!error) return undefined
  const said = /^(\d{1,4})/.exec(readText(error.time_remaining) ?? '')?.[1]
  const { required_credits: required, remaining_credits: remaining } = error
  const missing = isInteger(required) && isInteger(remaining) ? required - remaining : CREDITS_PER_SECOND
  return Math.min(said === undefined ? Math.ceil(missing / CREDITS_PER_SECOND) : Number(said), MAX_CREDIT_SECONDS)
}

/** An answer with errors instead of data. The message of ShipHero stays here, for it to be explained. */
export class Refused extends CustodianError {
  readonly json: unknown

  constructor(json: unknown) {
    super('UPSTREAM_ERROR', `${NAME} answered with an error.`)
    this.json = json
  }
}

interface Asked {
  document: string
  variables: Readonly<Record<string, unknown>>
  /** True for what changes nothing. */
  isRepeatable?: boolean
}

const hasErrors = (json: unknown) => listErrorCodes(json).length > 0

/** Runs an operation and returns its `data`. Throws `Refused` if there are errors. */
export const askShipHero = async (system: CustodianSystem, { document, variables, isRepeatable = true }: Asked) => {
  const url = system.apiUrl ?? API_URL
  const http = openHttp(system, STYLE)
  const send = (token: string) =>
    http.send({
      method: 'POST',
      url: `${url}/graphql`,
      headers: { authorization: `Bearer ${token}` },
      json: { query: document, variables },
      isRepeatable,
      throttled: readCreditWait,
    })
  const token = await getAccessToken(system, http, url)
  const first = await send(token)
  const answer = first.status === 401 ? await send(await getAccessToken(system, http, url, token)) : first
  if (answer.status === 400 && hasErrors(answer.json)) throw new Refused(answer.json)
  const json = requireJson(NAME, answer)
  if (hasErrors(json)) throw new Refused(json)
  const { data } = parseObject(json)
  if (data === null || data === undefined) throw buildUnreadableError(NAME)
  return parseObject(data)
}
