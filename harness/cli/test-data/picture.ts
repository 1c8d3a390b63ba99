/** A picture of text in a terminal; what was expected is green, what came is red. */
export function terminalPicture(lines: readonly string[]): string {
  const classOf = (line: string) => (/^(WA|\+)/.test(line) ? 'bad' : line.startsWith('-') ? 'good' : 'text')
  const width = Math.max(...lines.map(({ length }) => length))
  const rows = lines.map((line, index) => {
    const text = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return `<text class="${classOf(line)}" x="16" y="${30 + index * 18}" xml:space="preserve">${text}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width * 8.43) + 32}" height="${lines.length * 18 + 32}" role="img">
<title>A wrong program, and the shortest session that shows it</title>
<style>text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
.text { fill: #e6edf3 } .good { fill: #56d364 } .bad { fill: #ff8a82 }</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${rows.join('\n')}
</svg>
`
}
