import type { VNode } from 'preact'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { unseen, withSymbols } from '../text.ts'

/**
 * Markup without characters that cannot be seen, except newlines. None of them is ours, so wherever one stands, it is shown
 * as a symbol.
 */
export const markupOf = (node: VNode): string =>
  renderToStaticMarkup(node)
    .split('\n')
    .map((line) => line.replace(unseen, (found) => withSymbols(found).replace('<', '&lt;')))
    .join('\n')
