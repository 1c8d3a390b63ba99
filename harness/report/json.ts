import { invisible, withoutCommands } from './text.ts'

/** Data as JSON. Text that a terminal or a CI log could take for a command is escaped. */
export const asJson = (data: unknown): string =>
  `${withoutCommands(JSON.stringify(data, null, 2).replace(invisible, escapedUnlessNewline), escaped)}\n`

const escapedUnlessNewline = (found: string) => (found === '\n' ? found : escaped(found))

const escaped = (characters: string) =>
  characters.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
