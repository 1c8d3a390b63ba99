import { stripVTControlCharacters } from 'node:util'
import Builder from 'fast-xml-builder'
import { showFailure } from './difference.ts'
import type { Case, Report } from './report.ts'
import { printableMarkup } from './text.ts'
import { notesOn, proofsOf, verdictOf, whyFailed } from './words.ts'

/**
 * A report as JUnit XML, for CI systems. It has what the common schemas demand.
 */
export function asJunit(report: Report): string {
  const { cases } = report
  const others = cases.filter((one) => sessionsIn(one) === undefined)
  const usual = others.map((one) => testcase(one, nameOf(one, others), one.path.split('/').slice(0, -1)))
  const suites: { name: string; cases: readonly Case[]; tests: object[] }[] = cases.flatMap((entry) => {
    const sessions = sessionsIn(entry)
    if (sessions === undefined) return []
    const ones = sessions.map((session) => ({ ...entry, ...session, ok: entry.ok || session.failure === null }))
    const tests = ones.map((one) => testcase(one, one.title, entry.path.split('/')))
    return [{ name: entry.path, cases: ones, tests }]
  })
  if (others.length > 0 || suites.length === 0) suites.unshift({ name: 'ninehole', cases: others, tests: usual })
  const notes = [...notesOn(report), ...proofsOf(cases)].join('\n')
  const options = { format: true, ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true }
  const xml = new Builder(options).build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      testsuite: suites.map(({ name, cases, tests }, id) => ({
        '@name': name,
        '@package': 'ninehole',
        '@id': id,
        // The schema requires one name, but the cases of a merged report are from several machines.
        '@hostname': 'localhost',
        '@timestamp': new Date().toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length),
        '@time': seconds(cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0)),
        '@tests': cases.length,
        '@failures': cases.filter(({ ok, error }) => !ok && error === undefined).length,
        '@errors': cases.filter(({ error }) => error !== undefined).length,
        '@skipped': cases.filter(({ skipped }) => skipped !== undefined).length,
        properties: '',
        testcase: tests,
        'system-out': id === 0 ? notes : '',
        'system-err': '',
      })),
    },
  })
  // XML has no way to write most control characters, colours among them.
  return printableMarkup(stripVTControlCharacters(xml))
}

/** The sessions that are tests of their own, unless none of them shows why the entry failed. */
const sessionsIn = (one: Case) => (one.kind === 'entry' && (one.ok || one.verdict !== 'AC') ? one.sessions : undefined)

/** A test is named by its path, and by its way where there are several. */
const nameOf = (one: Case, all: readonly Case[]) =>
  all.some((other) => other !== one && other.path === one.path) ? `${one.path} (${one.input})` : one.path

function testcase(one: Case, name: string, folders: readonly string[]) {
  const { milliseconds, ok, skipped, error } = one
  return {
    '@name': name,
    // Dotted, like a Java package.
    '@classname': folders.filter((folder) => folder !== '' && folder !== '.').join('.') || 'ninehole',
    '@time': seconds(milliseconds),
    ...(skipped !== undefined && { skipped: { '@message': skipped } }),
    ...(error !== undefined && { error: { '@message': error, '@type': 'unreadable' } }),
    ...(!ok &&
      error === undefined && {
        failure: { '@message': whyFailed(one), '@type': one.verdict ?? verdictOf(one), '#text': showFailure(one) },
      }),
  }
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)
