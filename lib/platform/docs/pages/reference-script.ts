import { REFERENCE_NAME } from '../reference/prepare-reference.ts'
import { REFERENCE_SIGN_IN } from './reference-sign-in.ts'

/** Draws the reference and lets its reader sign in. */
export const REFERENCE_SCRIPT = `
const { component } = document.currentScript.dataset
const shell = document.querySelector('#shell')
let isSearchWanted = false
shell.querySelector('.search').addEventListener('click', () => {
  isSearchWanted = true
})

// Moves the introduction to where the component would write it, and removes the shell, which the component replaces.
const introduction = {
  name: 'introduction',
  extensions: [
    {
      name: 'x-introduction',
      component: {
        render: () => null,
        mounted() {
          const column = document.querySelector('#reference .introduction-section .section-column')
          column.append(document.querySelector('#introduction'))
          shell.remove()
          if (isSearchWanted) document.querySelector('#reference aside button').click()
        },
      },
    },
  ],
}

const buildConfiguration = (token) => ({
  url: '/api/docs/assets/reference.json',
  slug: '${REFERENCE_NAME}',
  plugins: [() => introduction],
  theme: 'none',
  withDefaultFonts: false,
  hideModels: true,
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  defaultOpenFirstTag: false,
  expandAllParameters: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: {
    c: true, clojure: true, csharp: true, dart: true, fsharp: true, go: true, http: true, java: true, kotlin: true,
    node: true, objc: true, ocaml: true, php: true, powershell: true, r: true, ruby: true, rust: true, swift: true,
  },
  authentication: {
    preferredSecurityScheme: 'bearer',
    securitySchemes: { bearer: { token } },
  },
})

// A frame that was asked for runs before the first paint, a task after it.
const waitForPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

const loadComponent = () =>
  new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: component, onload: resolve, onerror: reject })
    document.head.append(script)
  })

const draw = async () => {
  await waitForPaint()
  await loadComponent()
  return window.Scalar.createApiReference('#reference', buildConfiguration(''))
}
${REFERENCE_SIGN_IN}
const drawn = draw()
prepareSignIn((token) => drawn.then((reference) => reference.updateConfiguration(buildConfiguration(token))))
`.trimStart()
