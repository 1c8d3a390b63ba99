import { stripVTControlCharacters } from 'node:util'
import Builder from 'fast-xml-builder'
import { showFailure } from './difference.ts'
import type { Case, Report } from './report.ts'
import { printableMarkup } from './text.ts'
import { notesOn, verdictOf, whyFailed } from './words.ts'

/** Has what the common schemas of JUnit XML demand. */
export function asJunit(report: Report): string {
  const { cases } = report
  const others = cases.filter((result) => sessionsIn(result).length === 0)
  const named = others.map((result) => ({ ...result, name: nameOf(result, others) }))
  const ofEntries = cases.flatMap((entry) => {
    const sessions = sessionsIn(entry).map(({ title: name, ...session }) => {
      const ok = entry.ok || session.failure === null
      return { ...entry, ...session, ok, name, folder: entry.path }
    })
    return sessions.length === 0 ? [] : [{ name: entry.path, cases: sessions }]
  })
  const suites = others.length > 0 || ofEntries.length === 0 ? [{ name: 'ninehole', cases: named }] : []
  const options = { format: true, ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true }
  const xml = new Builder(options).build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      testsuite: [...suites, ...ofEntries].map(({ name, cases: tests }, id) => ({
        '@name': name,
        '@package': 'ninehole',
        '@id': id,
        // The schema requires one name, but the cases of a merged report are from several machines.
        '@hostname': 'localhost',
        '@timestamp': new Date().toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length),
        '@time': seconds(tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0)),
        '@tests': tests.length,
        '@failures': tests.filter(({ ok, error }) => !ok && error === undefined).length,
        '@errors': tests.filter(({ error }) => error !== undefined).length,
        '@skipped': tests.filter(({ skipped }) => skipped !== undefined).length,
        properties: '',
        testcase: tests.map(testcase),
        'system-out': id === 0 ? notesOn(report).join('\n') : '',
        'system-err': '',
      })),
    },
  })
  // XML has no way to write most control characters, colours among them.
  return printableMarkup(stripVTControlCharacters(xml))
}

/** Sessions are tests of their own, unless none of them shows why the entry failed. */
function sessionsIn(result: Case) {
  if (result.kind !== 'entry' || (!result.ok && result.verdict === 'AC')) return []
  return result.sessions ?? []
}

/** A test is named by its path, and by its way where there are several. */
const nameOf = (result: Case, all: readonly Case[]) =>
  all.some((other) => other !== result && other.path === result.path) ? `${result.path} (${result.input})` : result.path

function testcase(test: Case & { readonly name: string; readonly folder?: string }) {
  const { path, name, folder = path.replace(/[^/]*$/, ''), ok, skipped, error, verdict = verdictOf(test) } = test
  const failure = { '@message': whyFailed(test), '@type': verdict, '#text': showFailure(test) }
  return {
    '@name': name,
    // Dotted, like a Java package.
    '@classname': folder.replace(/^[./]+|\/+$/g, '').replace(/\/+/g, '.') || 'ninehole',
    '@time': seconds(test.milliseconds),
    ...(skipped !== undefined && { skipped: { '@message': skipped } }),
    ...(error !== undefined && { error: { '@message': error, '@type': 'unreadable' } }),
    ...(!ok && error === undefined && { failure }),
  }
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)
