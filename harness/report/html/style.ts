export const colours = `
:root { --back: #fff; --card: #f6f8fa; --line: #d0d7de; --text: #1f2328; --muted: #57606a; --link: #0550ae;
  --good: #116329; --bad: #a40e26; --mark: #ffd33d;
  --bar: #9ec5f5; --best: #1f6feb }
@media (prefers-color-scheme: dark) { :root { --back: #0d1117; --card: #161b22; --line: #3d444d; --text: #e6edf3;
  --muted: #9aa4af; --link: #79b8ff; --good: #56d364; --bad: #ff8a82;
  --mark: #f2cc60; --bar: #2f4f7a; --best: #58a6ff } }
`

export const chartStyle = `
.leaderboard text { font: 11px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: var(--muted) }
.leaderboard .league, .leaderboard .bytes { fill: var(--text) }
.leaderboard .bytes { font-weight: 600 }
.leaderboard .bar { fill: var(--bar) }
.leaderboard .best { fill: var(--best) }
.leaderboard .wrong { fill: var(--bad); font-weight: 700 }
`

export const style = `
${colours}
* { box-sizing: border-box }
html { color-scheme: light dark; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; overflow-wrap: anywhere }
main { max-width: 60rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line) }
summary h2 { display: inline-block; margin: 1.5rem 0 .75rem; border: 0 }
nav a, .legend span { margin-right: 1rem; white-space: nowrap }
h3, h4 { margin: 1rem 0 .25rem }
p { margin: .4rem 0 }
a { color: var(--link) }
pre, kbd, bdi, code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
pre { font-size: .85rem; line-height: 1.35; margin: 0; white-space: pre-wrap; overflow: hidden; unicode-bidi: isolate; direction: ltr }
kbd { font-size: .85rem; padding: 0 .3em; border: 1px solid var(--line); border-radius: 4px; background: var(--back);
  color: var(--link); font-weight: 600; white-space: pre-wrap; unicode-bidi: isolate }
.muted { color: var(--muted); font-weight: normal }
.good { color: var(--good) }
.bad { color: var(--bad) }
.summary, .why { font-weight: 600 }
header p { white-space: pre-line; margin: 0 }
.verdict { font-size: .85rem; font-weight: 700 }
article { border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin: 1rem 0; background: var(--card) }
.difference { display: flex; flex-wrap: wrap; gap: .5rem; margin: .5rem 0 }
figure { flex: 1 1 18rem; min-width: 0; margin: 0; padding: .4rem .6rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--back) }
.expected { border-left: 4px solid var(--good) }
.actual { border-left: 4px solid var(--bad) }
figcaption { color: var(--muted); font-size: .85rem }
.line { display: block; background: var(--card) }
mark { background: var(--mark); color: #1f2328; outline: 2px solid var(--mark); border-radius: 1px }
.copy, .terminal { padding: .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--back) }
.copy { user-select: all }
article > h3:first-child { margin-top: 0 }
article > details { margin-top: .5rem }
details > :not(summary) { margin-left: 1rem }
.failures > li { margin-bottom: .5rem }
.failures ul { list-style: none; padding: 0; columns: 24rem }
.failures ul li { break-inside: avoid }
q { quotes: '“' '”' }
.breaks { font-weight: 600 }
.wide { overflow-x: auto }
.columns { columns: 18rem; font-size: .85rem; margin: .5rem 0 }
table { border-collapse: collapse; font-size: .85rem }
th[scope=row] { position: sticky; left: 0; min-width: min(22rem, 45vw); max-width: 34rem; text-align: left; font-weight: normal;
  background: var(--back) }
th, td { padding: .15rem .4rem; border-bottom: 1px solid var(--line); text-align: center }
td a { color: inherit; text-decoration: none; padding: 0 .3rem; font-weight: 700 }
tr:target, p:target { outline: 2px solid var(--link) }
tr:target, tr:target th, p:target { background: var(--card) }
${chartStyle}
@media print { main { max-width: none } article { break-inside: avoid-page }
  html { font-size: 12px } * { print-color-adjust: exact } }
`.trim()
