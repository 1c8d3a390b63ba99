import { unseen, withoutCommands } from './text.ts'

/** Data as JSON, for programs. What a terminal or the log of a CI system could take for a command is escaped in it. */
export const asJson = (data: unknown): string =>
  `${withoutCommands(JSON.stringify(data, null, 2).replace(unseen, escapedUnlessNewline), escaped)}\n`

const escapedUnlessNewline = (found: string) => (found === '\n' ? found : escaped(found))

/** Characters as JSON writes them in a string: `\u0023`. */
const escaped = (characters: string) =>
  characters.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
