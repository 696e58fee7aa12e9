import type { File } from '../platform/docs/file.ts'
import { keepAssets } from '../platform/docs/kept-assets.ts'
import { PAGE_STYLE } from './page-style.ts'
import { makeRecordPageScript, STEP_PAGE_SCRIPT } from './scripts/page-scripts.ts'

const HOUR = 3600
const makeScript = (make: () => string) => async (): Promise<File> => ({
  type: 'text/javascript; charset=utf-8',
  content: make(),
  cacheSeconds: HOUR,
})

const ASSETS = {
  'pages.css': async (): Promise<File> => ({
    type: 'text/css; charset=utf-8',
    content: PAGE_STYLE,
    cacheSeconds: HOUR,
  }),
  'step.js': makeScript(() => STEP_PAGE_SCRIPT),
  'record.js': makeScript(makeRecordPageScript),
}

const { address, find } = keepAssets('/pages/assets', ASSETS)

export const addressAsset = address
export const findAsset = find
