import { generateClient } from '../../client/generate/generate-client.ts'

/** Brings the sources of the client up to date, which tests import and compile. */
export default generateClient
