/** Lines that are never "a valid number between 0 and 8", however one reads them: a judge tries these in every position … */
export const refused = ['9', '10', '36', '-1', 'x', '.', '']

// Cut to 8, 16, 32 or 64 bits, those of the second row are numbers from 0 to 8.
const numbers = [
  ...['12', '25', '47', '61', '99', '100', '147', '258', '70000', '-12'],
  ...['-251', '65540', '-65528', '4294967300', '-4294967295', '18446744073709551620', '-18446744073709551610'],
]
const words = [
  ...['foo', 'hello', 'length', 'constructor', 'toString', 'null', 'undefined', 'NaN', 'true', '__proto__'],
  ...['True', 'inf', 'quit', 'exit', 'help', 'gets', 'on', 'hash'],
  ...'abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...[20, 100, 1000].map((length) => 'tictactoe'.repeat(length).slice(0, length)),
]
const punctuation = [...'!"#$%&\'()*+,-/:;<=>?@[\\]^_`{|}~', '--', '..']
/** … and spreads these over the positions. */
export const nonsense = [...numbers, ...words, ...punctuation]
