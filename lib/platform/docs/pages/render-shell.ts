import { escapeText } from '../../html.ts'
import { loadDescription } from '../description.ts'
import { slugHeading } from '../reference/slug-heading.ts'
import { renderIntroduction } from './render-introduction.ts'

const renderEntry = (slug: string, title: string) => `<li><a href="#${slug}">${escapeText(title)}</a></li>`

/**
 * Renders the introduction and the navigation as the component of the reference draws them, so they are there before it and
 * nothing moves when it takes their place. The links are those of the component, which opens what was clicked meanwhile.
 */
export const renderShell = async (): Promise<string> => {
  const { openapi, info, tags } = await loadDescription()
  return `<div id="shell">
<nav aria-label="Areas">
<button type="button" class="search">Search</button>
<ul>
${renderEntry('description/introduction', 'Introduction')}
${tags.map(({ name }) => renderEntry(`tag/${slugHeading(name)}`, name)).join('\n')}
</ul>
</nav>
<main><div>
<p class="badges"><span>v${info.version}</span> <span>OpenAPI ${openapi}</span></p>
<h1>${escapeText(info.title)}</h1>
<div id="introduction">
${renderIntroduction()}
</div>
</div></main>
</div>`
}
