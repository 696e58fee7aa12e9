import type { Config } from '../../app/config.ts'
import type { File } from '../file.ts'
import { keepAssets } from '../kept-assets.ts'
import { publishReference } from '../publish-description.ts'
import { loadReferenceComponent } from './load-reference-component.ts'
import { REFERENCE_SCRIPT } from './reference-script.ts'
import { ICON, REFERENCE_STYLE } from './reference-style.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const SCRIPT = 'text/javascript; charset=utf-8'

/** A sign-in that somebody began without naming a page returns to the landing page, which the page of sign-ins follows. */
const LANDING_SCRIPT = `if (/^#(accessToken|mfaToken|error)=/.test(location.hash)) location.replace('/sign-in' + location.hash)\n`

const ASSETS = {
  'reference.css': async (): Promise<File> => ({
    type: 'text/css; charset=utf-8',
    content: REFERENCE_STYLE,
    cacheSeconds: HOUR,
  }),
  'reference.js': async (): Promise<File> => ({ type: SCRIPT, content: REFERENCE_SCRIPT, cacheSeconds: HOUR }),
  'landing.js': async (): Promise<File> => ({ type: SCRIPT, content: LANDING_SCRIPT, cacheSeconds: HOUR }),
  'component.js': async (): Promise<File> => ({
    type: SCRIPT,
    content: await loadReferenceComponent(),
    cacheSeconds: DAY,
  }),
  'icon.svg': async (): Promise<File> => ({ type: 'image/svg+xml', content: ICON, cacheSeconds: DAY }),
}

const { address, find } = keepAssets('/api/docs/assets', ASSETS)

export const addressAsset = address

/** Finds a file of the reference page. */
export const findAsset = async (
  name: string,
  { publicUrl, examplesFile }: Pick<Config, 'publicUrl' | 'examplesFile'>,
): Promise<File | undefined> =>
  name === 'reference.json' ? publishReference(publicUrl, examplesFile) : await find(name)
