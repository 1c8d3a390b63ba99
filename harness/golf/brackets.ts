import type { Row } from './rows.ts'

/** A pair of brackets goes as a pair, or not at all. */
export const brackets: readonly Row[] = [
  {
    name: 'no brackets',
    from: '(a)+b',
    to: 'a+b',
    why: 'most were put there to be safe',
    find({ tokens, text }) {
      const open: number[] = []
      return tokens.flatMap(({ start, end, type: { label } }) => {
        if (label === '(' || label === '{' || label === '[' || label === '${') open.push(start)
        if (label !== ')' && label !== '}' && label !== ']') return []
        const from = open.pop()
        if (from === undefined) return []
        const [gap, close] = [
          { start: from, end: from + 1, text: '' },
          { start, end, text: '' },
        ]
        return [[gap, close], ...(text[start - 1] === ';' ? [[gap, { ...close, start: start - 1 }]] : [])]
      })
    },
  },
]
